#!/usr/bin/env python3
"""How nvcc unrolls loops: prints, for each loop, the loads from global memory and the branches in the PTX that it becomes; and which
arrays of a thread's own are in local memory: the bytes of the stack frame that ptxas gives to each kernel with one.

    python3 unrolling.py

Needs nvcc, and no GPU. A loop that is unrolled as a whole has as many loads as passes and no branch; one that is unrolled by four has five
times its loads, four together and one for the passes that are left; one that is not unrolled has its own. `barriers` has `bar.sync`, too.
"""
import os, re, subprocess, tempfile

LOOPS = {
    'le_n':'for(int i=0;i<=n;i++) s+=x[i];',
    'lt_n_step2':'for(int i=0;i<n;i+=2) s+=x[i];',
    'lt_n_step3':'for(int i=0;i<n;i+=3) s+=x[i];',
    'lt_n_u':'for(unsigned i=0;i<n;i++) s+=x[i];',
    'down_ge0':'for(int i=n-1;i>=0;i--) s+=x[i];',
    'down_gt0':'for(int i=n;i>0;i--) s+=x[i];',
    'from_t_lt_n':'for(int i=t;i<n;i++) s+=x[i];',
    'to_row':'for(int i=p[t];i<p[t+1];i++) s+=x[i];',
    'to_row_le':'for(int i=p[t];i<=p[t+1];i++) s+=x[i];',
    'ne':'for(int i=0;i!=n;i++) s+=x[i];',
    'stride32':'for(int i=t;i<n;i+=32) s+=x[i];',
    'div':'for(int i=0;i<n/4;i++) s+=x[i*4]*x[i*4+1];',
    'inner8':'for(int i=0;i<n;i++) for(int j=0;j<8;j++) s+=x[i*8+j];',
    'inner_n':'for(int i=0;i<n;i++) for(int j=0;j<n;j++) s+=x[i*n+j];',
    'longlong':'for(long long i=0;i<n;i++) s+=x[i];',
    'size_t_le':'for(size_t i=0;i<=n;i++) s+=x[i];',
    'ifbody':'for(int i=0;i<n;i++) if(x[i]>0) s+=x[i+n];',
    'big':'for(int i=0;i<n;i++){ s+=__expf(x[i])*x[i+n]+x[i+2*n]/x[i+3*n]; }',
    'const100':'for(int i=0;i<100;i++) s+=x[i*n];',
    'const200':'for(int i=0;i<200;i++) s+=x[i*n];',
    'const128big':'for(int i=0;i<128;i++) s+=x[i*n]*x[i+n]+x[i+2*n];',
    'const32':'for(int i=0;i<32;i++) s+=x[i*n];',
    'whilen':'int i=n; while(i>0){ s+=x[i]; i--; }',
    'while2':'int i=0; while(i<n){ s+=x[i]; i++; }',
    'pragma':'\n#pragma unroll 8\nfor(int i=0;i<n;i++) s+=x[i];',
    'pragma_all':'\n#pragma unroll\nfor(int i=0;i<n;i++) s+=x[i];',
    'pragma1':'\n#pragma unroll 1\nfor(int i=0;i<n;i++) s+=x[i];',
    'bar':'for(int i=0;i<n;i++){ s+=x[i]; __syncthreads(); }',
    'stores':'for(int i=0;i<n;i++) y[i*32+t]=x[i]*2;',
    'halve':'for(int i=n;i>0;i/=2) s+=x[i];',
    'gridstride':'for(int i=t;i<n;i+=blockDim.x*gridDim.x) s+=x[i];',
    'halve_const': 'for(int i=16;i>0;i>>=1) s+=x[i];',
    'double_const': 'for(int i=2;i<=512;i=2*i) s+=x[i];',
    'const8_bar': 'for(int i=0;i<8;i++){ s+=x[i]; __syncthreads(); }',
    'const8_break': 'for(int i=0;i<8;i++){ if(x[i]>3) break; s+=x[i+n]; }',
    'break': 'for(int i=0;i<n;i++) if(x[i]>=x[t]) { s=i; break; }',
    'continue': 'for(int i=0;i<n;i++) { if(p[i]<0) continue; s+=x[i]; }',
    # The bound less the start is a constant, and only the launch knows the start.
    'difference8': 'int lo=n; for(int i=lo;i<lo+8;i++) s+=x[i];',
    'difference12': 'int lo=n; for(int i=lo;i<lo+12;i++) s+=x[i];',
    'difference24': 'int lo=n; for(int i=lo;i<lo+24;i++) s+=x[i];',
    'difference8_step2': 'int lo=n; for(int i=lo;i<lo+16;i+=2) s+=x[i];',
    'difference8_le': 'int lo=n; for(int i=lo;i<=lo+7;i++) s+=x[i];',
    'difference8_down': 'int hi=n; for(int i=hi;i>hi-8;i--) s+=x[i];',
    'difference12_ne': 'int lo=n; for(int i=lo;i!=lo+12;i++) s+=x[i];',
    'difference8_unsigned': 'unsigned lo=n; for(unsigned i=lo;i<lo+8;i++) s+=x[i];',
    'difference8_unsigned_le': 'unsigned lo=n; for(unsigned i=lo;i<=lo+7;i++) s+=x[i];',
    'difference12_unsigned': 'unsigned lo=n; for(unsigned i=lo;i<lo+12;i++) s+=x[i];',
    'difference16_aligned': 'int lo=blockIdx.x*16; for(int i=lo;i<lo+16;i++) s+=x[i];',
    'difference4_of_warps': 'int w=t/32; for(int i=w*4;i<(w+1)*4;i++) s+=x[i];',
    'difference16_converted': 'int lo=blockIdx.x*16,hi=(blockIdx.x+1)*16; for(int i=lo;i<hi;i++) s+=x[i];',
    'difference2_of_loop': 'for(int h=0;h<4;h++) for(int i=2*h;i<2*h+2;i++) s+=x[i*n];',
    'difference12_of_loop': 'for(int h=0;h<n;h+=12) for(int i=h;i<h+12;i++) s+=x[i];',
    'difference12_nested': 'int lo=n; for(int j=0;j<n;j++) for(int i=lo;i<lo+12;i++) s+=x[i*n+j];',
}

ARRAYS = {
    'constant_indexes': 'float g[9]; for(int i=0;i<9;i++) g[i]=x[i]; for(int i=0;i<9;i++) s+=g[i]*x[i+n];',
    'end_sooner': 'float g[4]; for(int i=0;i<4;i++) g[i]=x[i]; for(int i=0;i<4;i++){ if(x[i+8]>3) break; s+=g[i]; }',
    'one_unknown_index': 'float g[32]; for(int i=0;i<32;i++) g[i]=x[i]; s=g[p[t]];',
    'unknown_stores': 'float g[8]; for(int i=0;i<8;i++) g[i]=x[i]; int a=p[t]; g[a]=3; g[a+1]=4; for(int i=0;i<8;i++) s+=g[i]*x[i];',
    'unknown_in_loop': 'float g[8]={}; for(int i=0;i<n;i++) g[p[i]]+=x[i]; for(int i=0;i<8;i++) y[t+32*i]=g[i];',
    'unknown_read_in_loop': 'float g[16]; for(int i=0;i<16;i++) g[i]=x[i]; for(int i=0;i<n;i++) s+=g[p[i]];',
    'two_in_loop': 'float g[2]={}; for(int i=0;i<n;i++) g[p[i]]+=x[i]; s=g[0]+g[1];',
    'counted_by_loop': 'float g[8]; for(int i=0;i<8;i++) g[i]=x[i]; for(int i=0;i<n;i++) s+=g[i];',
    'counted_by_loops': 'float g[8]; for(int i=0;i<n;i++) g[i]=x[i]; for(int i=0;i<n;i++) for(int j=0;j<n;j++) s+=g[i]*g[j];',
    'counted_if': 'float g[16]; int c=0; for(int i=0;i<16;i++) if(p[i]>t) g[c++]=x[i]; for(int i=0;i<c;i++) s+=g[i]*x[i];',
    'long_counted_by_loop': 'float g[64]; for(int i=0;i<n;i++) g[i]=x[i]; for(int i=0;i<n;i++) s+=g[i]*x[i+n];',
    'around_a_pixel': 'float g[9]={1,2,3,4,5,6,7,8,9}; int u=t+blockDim.x*blockIdx.x; for(int i=u-1,k=0;i<=u+1;i++,k++) for(int j=u-1,l=0;j<=u+1;j++,l++) s+=g[k+l*3]*x[i+j*n];',
    'around_a_pixel_if': 'float g[9]={1,2,3,4,5,6,7,8,9}; int u=t+blockDim.x*blockIdx.x; for(int i=u-1,k=0;i<=u+1;i++,k++) for(int j=u-1,l=0;j<=u+1;j++,l++){ float v=0; if(i>=0&&i<n&&j>=0&&j<n) v=x[i+j*n]; s+=g[k+l*3]*v; }',
}
for count in (12, 24):
    for name, lo in (('of_launch', 'n'), ('of_thread', 't*%d' % count), ('of_warp', 't/32*%d' % count)):
        ARRAYS['difference%d_%s' % (count, name)] = (
            'float g[%d]={}; int lo=%s; for(int j=0;j<n;j++) for(int i=lo;i<lo+%d;i++) g[i-lo]+=x[i*n+j]; for(int i=0;i<%d;i++) s+=g[i]*x[i];'
            % (count, lo, count, count))
ARRAYS['difference2_of_loop'] = ('float g[8]={}; for(int j=0;j<n;j++) for(int h=0;h<4;h++) for(int i=2*h;i<2*h+2;i++) g[i]+=x[i*n+j]; '
                                 'for(int i=0;i<8;i++) s+=g[i]*x[i];')
for width in (4, 16, 32):
    ARRAYS['vectors_of_2_times_%d' % width] = (
        'float g[2][%(w)d]; int b=0; for(int j=0;j<%(w)d;j+=4) *(float4*)&g[b][j]=*(const float4*)&x[4*t+j]; '
        'for(int i=0;i<n;i++){ for(int j=0;j<%(w)d;j+=4) *(float4*)&g[b^1][j]=*(const float4*)&x[4*t+4*i+j]; '
        'for(int j=0;j<%(w)d;j++) s+=g[b][j]*i; b^=1; }' % {'w': width})

# The sums of a thread in a matrix product: `rows` times `columns` tiles of `side` times `side`, over `depth` steps of shared memory.
TILE = ('float g[{sums}]={{}}; for(int b=0;b<n;b++) for(int a=0;a<{rows};a++) for(int c=0;c<{columns};c++) for(int d=0;d<{depth};d++){{ '
        'float q[{side}],r[{side}]; for(int i=0;i<{side};i++) q[i]=x[b*4096+d*128+a*{side}+i]; '
        'for(int i=0;i<{side};i++) r[i]=x[b*4096+d*128+c*{side}+i+64]; '
        'for(int i=0;i<{side};i++) for(int j=0;j<{side};j++) g[(a*{side}+i)*{width}+c*{side}+j]+=q[i]*r[j]; }} '
        'for(int i=0;i<{height};i++) for(int j=0;j<{width};j++) y[t+32*(i*{width}+j)]=g[i*{width}+j];')
for rows, columns, side, depth in [(1, 1, 8, 16), (2, 1, 8, 16), (2, 1, 4, 16), (2, 2, 4, 16), (1, 1, 4, 16), (2, 1, 4, 64)]:
    ARRAYS['tile_%d_%d_%d_%d' % (rows, columns, side, depth)] = TILE.format(
        rows=rows, columns=columns, side=side, depth=depth, height=rows * side, width=columns * side, sums=rows * columns * side * side)
SIGNATURE = '__global__ void k_%s(const float* __restrict__ x, float* __restrict__ y, const int* __restrict__ p, int n) { int t = threadIdx.x; float s = 0; %s y[t] = s; }'


def frames():
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, 'arrays.cu')
        with open(source, 'w') as file: file.write('\n'.join(SIGNATURE % array for array in ARRAYS.items()))
        said = subprocess.run(['nvcc', '-O3', '-arch=' + os.environ.get('ARCH', 'sm_90'), '-cubin', '-Xptxas', '-v', '-o', os.devnull, source], check=True,
                              capture_output=True, text=True).stderr
    print('array,stack bytes')
    for name in ARRAYS:
        print('%s,%s' % (name, re.search(r"'_Z\d+k_%sPK\S*' for.*?(\d+) bytes stack" % name, said, re.S).group(1)))


def main():
    kernels = [SIGNATURE % loop for loop in LOOPS.items()]
    with tempfile.TemporaryDirectory() as folder:
        source, ptx = os.path.join(folder, 'loops.cu'), os.path.join(folder, 'loops.ptx')
        with open(source, 'w') as file: file.write('\n'.join(kernels))
        subprocess.run(['nvcc', '-O3', '-arch=' + os.environ.get('ARCH', 'sm_90'), '-ptx', '-o', ptx, source], check=True)
        text = open(ptx).read()
    print('loop,loads,branches,barriers')
    for name in LOOPS:
        kernel = re.search(r'entry\s+\S*k_' + name + r'PK.*?\n}', text, re.S).group(0)
        print('%s,%d,%d,%d' % (name, *(len(re.findall(what, kernel)) for what in (r'ld\.global\S*f32', r'\bbra\b', r'bar\.sync'))))


if __name__ == '__main__':
    main()
    frames()
