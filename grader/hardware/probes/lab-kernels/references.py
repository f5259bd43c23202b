"""What each kernel of content/kernels must leave in memory, computed by NumPy in double precision, or exactly where it moves or counts."""
import hashlib
import numpy as np

COMPONENT = {'half': np.float16, 'int': np.int32, 'unsigned int': np.uint32, 'unsigned char': np.uint8, 'uchar3': np.uint8, 'uchar4': np.uint8, '__half2': np.float16}
wide = lambda a: a.astype(np.float64)


def copied(a, count): return {'out': a['in'][:count]}
def transposed(a, side=512): return {'out': a['in'].reshape(side, side).T}
def product(a, n=256): return {'C': wide(a['A']).reshape(n, n) @ wide(a['B']).reshape(n, n)}
def sums(a, blocks): return {'sums': a['in'].reshape(blocks, -1).sum(1)}
def tiles(a, rows, columns): return {'out': a['in'].reshape(-1, rows, columns).transpose(0, 2, 1)}
def softmax(a, columns):
    e = np.exp(wide(a['in']).reshape(-1, columns))
    return {'out': e / e.sum(1, keepdims=True)}
def grid_sums(a, blocks, threads=256):
    return {'sums': a['in'].reshape(-1, blocks, threads).sum((0, 2))}
def drifted(position, velocity): return position + velocity * 0.5
def histogram(a): return {'bins': np.bincount(a['in'], minlength=256)}
def inclusive(a, block=256): return {'out': np.cumsum(a['in'].reshape(-1, block), 1)}
def exclusive(a, block=256):
    rows = a['in'].reshape(-1, block)
    return {'out': np.cumsum(rows, 1) - rows}
def sparse(a):
    terms = np.append(wide(a['values']) * a['x'][a['columns']], 0)
    return {'y': np.array([terms[i:j].sum() for i, j in zip(a['starts'], a['starts'][1:])])}
def convolved(a, weights, side=512):
    image, w = np.pad(a['in'].reshape(side, side), 2, 'edge'), np.reshape(weights, (5, 5))
    return {'out': sum(w[i, j] * wide(image[i:i + side, j:j + side]) for i in range(5) for j in range(5))}
def grey(a, channels):
    p = a['pixels'].reshape(-1, channels).astype(int)
    return {'grey': (77 * p[:, 0] + 150 * p[:, 1] + 29 * p[:, 2]) >> 8}
def smoothed(a, n=64):
    v = wide(a['in']).reshape(n, n, n)
    c = v[1:-1, 1:-1, 1:-1]
    around = v[:-2, 1:-1, 1:-1] + v[2:, 1:-1, 1:-1] + v[1:-1, :-2, 1:-1] + v[1:-1, 2:, 1:-1] + v[1:-1, 1:-1, :-2] + v[1:-1, 1:-1, 2:]
    return {'out': np.pad(0.5 * c + around / 12, 1)}
def bodies_in_rows(name, a, fields):
    v = a[name].reshape(fields).copy()
    v[:, :3] += v[:, 3:] * np.float32(0.5)
    return {name: v}
def relaxed(a):
    v = a['cells'].copy()
    v[1:-1:2] = (v[0:-2:2] + v[2::2]) / 2
    return {'cells': v}
def layer_normed(a):
    v = wide(a['in']).reshape(-1, 512)
    v = v - v.mean(1, keepdims=True)
    return {'out': v / np.sqrt((v * v).mean(1, keepdims=True) + 1e-5) * a['gain'] + a['bias']}
def rms_normed(a):
    v = wide(a['in']).reshape(-1, 256)
    return {'out': v / np.sqrt((v * v).mean(1, keepdims=True) + 1e-5) * a['gain']}
def attended(a):
    q, k, v = (wide(a[name]).reshape(4, -1, 32) for name in ('queries', 'keys', 'values'))
    e = np.exp(q @ k.transpose(0, 2, 1) / np.sqrt(32))
    return {'out': e / e.sum(2, keepdims=True) @ v}
def attended_halves(a):
    q, k, v = (wide(a[name]).reshape(2, -1, 64) for name in 'QKV')
    e = np.exp(q @ k.transpose(0, 2, 1) / 8)
    return {'out': e / e.sum(2, keepdims=True) @ v}
def compacted(a, block=256):
    out, rows = np.zeros_like(a['in']).reshape(-1, block), a['in'].reshape(-1, block)
    for to, row in zip(out, rows): to[:(row > 0).sum()] = row[row > 0]
    return {'out': out, 'counts': (rows > 0).sum(1)}
def exchanged(a, distance=4, run=16):
    v, i = a['keys'].copy(), np.arange(a['keys'].size)
    low = i[(i & distance) == 0]
    small, large = np.minimum(v[low], v[low + distance]), np.maximum(v[low], v[low + distance])
    rising = (low & run) == 0
    v[low], v[low + distance] = np.where(rising, small, large), np.where(rising, large, small)
    return {'keys': v}
def reversed_lanes(a):
    lanes = [int('{:05b}'.format(lane)[::-1], 2) for lane in range(32)]
    return {'out': a['in'].reshape(-1, 32)[:, lanes]}
def scattered(a):
    out = np.zeros_like(a['in'])
    out[a['index']] = a['in']
    return {'out': out}
def multiplied(a):
    pairs = [wide(a[name]).reshape(-1, 2) @ [1, 1j] for name in 'ab']
    out = pairs[0] * pairs[1]
    return {'out': np.stack([out.real, out.imag], 1)}
def argmaxed(a): return {'best': a['in'].reshape(-1, 256).argmax(1)}
def evens_first(a):
    rows = a['in'].reshape(-1, 256)
    return {'out': np.concatenate([rows[:, ::2], rows[:, 1::2]], 1)}
def chunks(a):
    v = a['chunks'].reshape(-1, 6, 32).copy()
    v[:, :3] += v[:, 3:] * np.float32(0.5)
    return {'chunks': v}
def quaternions(a):
    v = wide(a['in']).reshape(-1, 4)
    return {'out': v / np.sqrt((v * v).sum(1, keepdims=True))}
def squares(a): return {'out': (wide(a['points']).reshape(-1, 3) ** 2).sum(1)}


COUNT = 1 << 18
BINOMIAL = np.outer([1, 4, 6, 4, 1], [1, 4, 6, 4, 1])
REFERENCES = {
    'copy-unit-stride': lambda a: copied(a, COUNT),
    'copy-strided': lambda a: {'out': a['in'][::8]},
    'copy-offset': lambda a: {'out': a['in'][1:COUNT + 1]},
    'copy-reversed': lambda a: {'out': a['in'][::-1]},
    'copy-bit-reversed': reversed_lanes,
    'broadcast-gain': lambda a: {'out': a['in'].reshape(-1, 1024) * a['gain'][:, None]},
    'gather': lambda a: {'out': a['in'][a['index']]},
    'scatter': scattered,
    'embedding-lookup': lambda a: {'out': a['table'].reshape(-1, 128)[a['tokens']]},
    'row-sum-per-thread': lambda a: {'sums': a['matrix'].reshape(-1, 16).sum(1)},
    'column-sum-per-thread': lambda a: {'sums': a['matrix'].reshape(16, -1).sum(0)},
    'saxpy-ragged': lambda a: {'y': 2 * a['x'] + a['y']},
    'relax-every-other': relaxed,
    'bodies-array-of-structs': lambda a: bodies_in_rows('bodies', a, (-1, 6)),
    'bodies-struct-of-arrays': lambda a: {f: drifted(a[f], a['v' + f]) for f in 'xyz'},
    'bodies-in-chunks': chunks,
    'samples-of-20-bytes': lambda a: {'out': a['samples'].reshape(-1, 5)[:, 1] * a['samples'].reshape(-1, 5)[:, 3]},
    'quaternions-aligned': quaternions,
    'points-float3': squares,
    'points-float3-staged': squares,
    'copy-float4': lambda a: {'out': a['in']},
    'complex-multiply': multiplied,
    'threshold-bytes': lambda a: {'out': np.where(a['in'] > 99, 255, 0)},
    'axpy-half2': lambda a: {'y': wide(a['x']) / 2 + a['y']},
    'grey-from-uchar3': lambda a: grey(a, 3),
    'grey-from-uchar4': lambda a: grey(a, 4),
    'shared-reversed': lambda a: {'out': a['in'].reshape(-1, 256)[:, ::-1]},
    'shared-deinterleave': evens_first,
    'shared-eight-per-thread': lambda a: {'out': a['in'].reshape(-1, 8).sum(1)},
    'shared-eight-rotated': lambda a: {'out': a['in'].reshape(-1, 8).sum(1)},
    'shared-column': lambda a: tiles(a, 32, 32),
    'shared-column-padded': lambda a: tiles(a, 32, 32),
    'shared-column-swizzled': lambda a: tiles(a, 32, 32),
    'shared-broadcast': lambda a: {'y': np.polyval(wide(a['coefficients']), wide(a['x']))},
    'shared-float2': lambda a: {'out': a['in'].reshape(-1, 256, 2)[:, ::-1]},
    'shared-float4': lambda a: {'out': a['in'].reshape(-1, 256, 4)[:, ::-1]},
    'shared-float4-column': lambda a: {'out': a['in'].reshape(-1, 32, 8, 4).transpose(0, 2, 1, 3)},
    'shared-float4-padded': lambda a: {'out': a['in'].reshape(-1, 32, 8, 4).transpose(0, 2, 1, 3)},
    'shared-atomic-one-counter': lambda a: {'counts': (a['in'].reshape(-1, 256) > 0).sum(1)},
    'shared-atomic-per-lane': lambda a: {'totals': a['in'].reshape(-1, 256).sum(1)},
    'transpose-strided-write': transposed,
    'transpose-strided-read': transposed,
    'transpose-tiled': transposed,
    'transpose-padded': transposed,
    'transpose-swizzled': transposed,
    'transpose-four-rows': transposed,
    'reduce-1-divergent': lambda a: sums(a, COUNT // 256),
    'reduce-2-strided': lambda a: sums(a, COUNT // 256),
    'reduce-3-sequential': lambda a: sums(a, COUNT // 256),
    'reduce-4-first-add': lambda a: sums(a, COUNT // 512),
    'reduce-5-last-warp': lambda a: sums(a, COUNT // 512),
    'reduce-6-unrolled': lambda a: sums(a, COUNT // 512),
    'reduce-7-many-per-thread': lambda a: grid_sums(a, 128),
    'reduce-cooperative': lambda a: {'sums': np.append(a['in'].sum(), a['sums'][1:])},
    'softmax-three-pass': lambda a: softmax(a, 1024),
    'softmax-online': lambda a: softmax(a, 256),
    'layer-norm': layer_normed,
    'rms-norm': rms_normed,
    'argmax-rows': argmaxed,
    'matmul-naive': product,
    'matmul-swapped': product,
    'matmul-tiled': product,
    'matmul-register-column': product,
    'matmul-register-tile': product,
    'matmul-vectorized': product,
    'matvec-warp-per-row': lambda a: {'y': wide(a['matrix']).reshape(-1, 512) @ a['x']},
    'matvec-column-major': lambda a: {'y': a['x'] @ wide(a['matrix']).reshape(16, -1)},
    'spmv-row-per-thread': sparse,
    'spmv-warp-per-row': sparse,
    'attention-tile': attended,
    'histogram-global': histogram,
    'histogram-shared': histogram,
    'histogram-per-warp': histogram,
    'scan-hillis-steele': inclusive,
    'scan-blelloch': exclusive,
    'scan-blelloch-padded': exclusive,
    'scan-by-warp': inclusive,
    'compact-with-ballot': compacted,
    'bitonic-step': exchanged,
    'bitonic-block': lambda a: {'keys': np.sort(a['keys'].reshape(-1, 512), 1)},
    'convolution-naive': lambda a: convolved(a, a['weights']),
    'convolution-constant': lambda a: convolved(a, BINOMIAL),
    'convolution-tiled': lambda a: convolved(a, BINOMIAL),
    'moving-average': lambda a: {'out': np.convolve(wide(a['in']), np.full(9, 1 / 9), 'valid')},
    'stencil-3d': smoothed,
    'stencil-3d-walking': smoothed,
    **{'copy-async-' + stages: lambda a: {'out': 2 * a['in']} for stages in ('1-stage', '2-stages', '3-stages', '4-stages')},
    'copy-in-bulk': lambda a: {'out': a['in']},
    'transpose-by-matrices': lambda a: transposed(a, 1024),
    **{'tiles-by-tma' + mode: lambda a: transposed(a, 1024) for mode in ('', '-32b', '-64b', '-128b')},
    'tensor-product-wmma': product,
    'tensor-product-naive': product,
    'tensor-product-padded': product,
    'tensor-product-swizzled': product,
    'tensor-product-pipelined': product,
    **{'tensor-product-%s-768' % tiles: lambda a: product(a, 768) for tiles in ('naive', 'swizzled')},
    'tensor-product-wgmma': product,
    'attention-on-tensor-cores': attended_halves,
    'sum-in-clusters': lambda a: {'sums': a['in'].reshape(-1, 16384).sum(1)},
    'histogram-in-clusters': lambda a: {'bins': np.bincount(a['in'], minlength=8192)},
}


def arrays_of(launch):
    return [b for a in launch['arguments'] for b in a.get('struct', [a]) if 'array' in b]


def compare(name, launch, folder):
    """Hashes of the arrays that the launch changed; for each its distance from the reference, relative to the largest value."""
    read = lambda when: {a['array']: np.fromfile('%s/%s.%s' % (folder, a['array'], when), COMPONENT.get(a['type'], np.float32)) for a in arrays_of(launch)}
    before, after = read('before'), read('after')
    expected = {array: np.ravel(values) for array, values in REFERENCES[name](before).items()}
    out = {}
    for array, got in after.items():
        if array not in expected:
            if not np.array_equal(got, before[array]): print('CHECK', name, array, 'has changed', flush=True)
            continue
        want = expected[array]
        error = float(np.max(np.abs(got - wide(want)))) / max(1.0, float(np.max(np.abs(want)))) if got.size == want.size else 1.0
        # Weights of attention are rounded to halves before they meet the values.
        if not error < (2e-3 if got.dtype == np.float16 or name == 'attention-on-tensor-cores' else 1e-5): print('CHECK', name, array, 'differs by', error, flush=True)
        out[array] = {'sha256': hashlib.sha256(got.tobytes()).hexdigest(), 'error': error}
    return {'outputs': out}
