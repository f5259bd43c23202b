#!/usr/bin/env python3
"""Builds, checks, times and counts on this machine's GPU everything that the course has measured.

    python3 all.py <results folder> [part…]

Needs an NVIDIA GPU with nvcc, g++ and Nsight Compute (ncu, and compute-sanitizer for the gallery); PyTorch for the parts that begin with
`torch`. Each part writes files with the names of ../data, without the GPU; a part that fails is named at the end, and the others go on.
"""
import csv, importlib.util, json, os, re, subprocess, sys, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, *['..'] * 4))
KERNELS, PROGRAMS = ROOT + '/content/kernels', ROOT + '/content/programs'
ARCH = os.environ.get('ARCH', 'native')
# The kernel whose counters differ from launch to launch.
SPREAD = 'histogram-in-clusters'
# wgmma is an instruction of Hopper only.
WARPGROUPS = '-gencode=arch=compute_90a,code=sm_90a'

spec = importlib.util.spec_from_file_location('memory_system', HERE + '/memory-system/measure.py')
memory_system = importlib.util.module_from_spec(spec)
spec.loader.exec_module(memory_system)


def run(command, to=None, **options):
    """Runs a command, its output to a file or to ours."""
    with open(to, 'w') if to else open(os.dup(1), 'w') as file: subprocess.run(command, check=True, stdout=file, **options)


def script(*words, to=None): run([sys.executable, HERE + '/' + words[0], *words[1:]], to, env={**os.environ, 'ARCH': ARCH})


def built(name, out, target='-arch=' + ARCH):
    binary = out + '/.build/' + os.path.basename(name)
    os.makedirs(os.path.dirname(binary), exist_ok=True)
    subprocess.run(['nvcc', '-O3', '-std=c++17', target, '-o', binary, name + '.cu'], check=True)
    return binary


def column_walk(out):
    walk, metrics = built(HERE + '/column-walk', out), memory_system.WHOLE
    run([walk], out + '/column-walk.csv')
    launches = [row for row in csv.reader(open(out + '/column-walk.csv')) if row[0].startswith(('walk_', 'hint_'))]
    counts = memory_system.counted([walk, 'once'], metrics, out + '/.build/ncu.csv')
    assert len(launches) == len(counts), (len(launches), len(counts))
    with open(out + '/column-walk-counters.csv', 'w') as file:
        writer = csv.writer(file, lineterminator='\n')
        writer.writerow(['name', 'param', 'useful_bytes', *metrics])
        for (name, param, _, bytes_, _), found in zip(launches, counts):
            writer.writerow([name, param, bytes_, *('' if found[metric] is None else '%.10g' % round(found[metric], 2) for metric in metrics)])


def compiled_loads(out):
    cubin = out + '/.build/compiled-loads.cubin'
    os.makedirs(out + '/.build', exist_ok=True)
    subprocess.run(['nvcc', '-O3', '-std=c++17', '-arch=' + ARCH, '-cubin', '-o', cubin, HERE + '/compiled-loads.cu'], check=True)
    sass = subprocess.run(['cuobjdump', '-sass', cubin], check=True, capture_output=True, text=True).stdout
    with open(out + '/compiled-loads.txt', 'w') as file: file.writelines(line + '\n' for line in sass.splitlines() if re.search('Function|LDG|STG', line))


def programs(out):
    """The programs that the course offers: what they print, and what ncu counts for them where the course shows that."""
    for name in sorted(os.listdir(PROGRAMS)):
        program, counts = built('%s/%s/%s' % (PROGRAMS, name, name), out), '%s/%s/h200-ncu.csv' % (PROGRAMS, name)
        run([program], '%s/%s.txt' % (out, name))
        if not os.path.exists(counts): continue
        metrics = dict.fromkeys(row['Metric Name'] for row in csv.DictReader(open(counts)))
        run(['ncu', '--csv', '--metrics', ','.join(metrics), '--log-file', '%s/%s-ncu.csv' % (out, name), program], out + '/.build/printed.txt')


PARTS = {
    'requests': lambda out: script('warp-requests.py', to=out + '/warp-requests.jsonl'),
    'async': lambda out: script('async-requests.py', to=out + '/async-requests.jsonl'),
    'fragments': lambda out: run([built(HERE + '/fragments', out)], out + '/fragments.jsonl'),
    'products': lambda out: [run([built(HERE + '/mma-' + what, out)], out + '/mma-' + what + end) for what, end in (('rounding', '.jsonl'), ('rates', '.csv'))],
    'wgmma': lambda out: [*(run([built(HERE + '/wgmma-' + what, out, WARPGROUPS)], out + '/wgmma-' + what + end) for what, end in (
        ('rounding', '.jsonl'), ('layouts', '.jsonl'), ('rates', '.csv'))), script('wgmma-counts.py', to=out + '/wgmma-counts.csv')],
    'wmma': lambda out: script('wmma-requests.py', to=out + '/wmma-requests.jsonl'),
    'tma-tiles': lambda out: script('tma-tiles.py', to=out + '/tma-tiles.jsonl'),
    'bulk-copies': lambda out: script('bulk-copies.py', to=out + '/bulk-copies.jsonl'),
    'asynchronous': lambda out: run([built(HERE + '/asynchronous-copies', out)], out + '/asynchronous-copies.csv'),
    'warpgroups': lambda out: run([built(HERE + '/warpgroup-products', out, WARPGROUPS)], out + '/warpgroup-products.csv'),
    'cluster': lambda out: script('cluster-requests.py', to=out + '/cluster-requests.jsonl'),
    'cluster-traffic': lambda out: script('cluster-traffic.py', to=out + '/cluster-traffic.csv'),
    'capstones': lambda out: script('capstones.py', to=out + '/capstones.csv'),
    'atomics': lambda out: script('atomics.py', to=out + '/atomic-requests.jsonl'),
    'memory-system': lambda out: script('memory-system/measure.py', out, KERNELS),
    'gallery': lambda out: script('lab-kernels/measure.py', KERNELS, out + '/.build/gallery', out + '/lab-kernels.json'),
    'gallery-spread': lambda out: script('lab-kernels/spread.py', KERNELS, SPREAD, out + '/.build/gallery', to='%s/%s.csv' % (out, SPREAD)),
    'column-walk': column_walk,
    'tile-rows': lambda out: run([built(HERE + '/tile-rows', out)], out + '/tile-rows.csv'),
    'compiled-loads': compiled_loads,
    'unrolling': lambda out: script('memory-system/unrolling.py', to=out + '/unrolling.txt'),
    'programs': programs,
    'torch-transpose': lambda out: script('torch-transpose.py', to=out + '/torch-transpose.csv'),
    'torch-strides': lambda out: script('torch-strides.py', out),
}


def main(out, *parts):
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        print('no part is called %s; there are %s' % (', '.join(unknown), ', '.join(PARTS)), file=sys.stderr)
        sys.exit(2)
    os.makedirs(out, exist_ok=True)
    missing = {'torch': importlib.util.find_spec('torch') is None and 'PyTorch is not installed',
               'programs': not os.path.isdir(PROGRAMS) and 'the programs are in a clone of the course only'}
    failed = []
    for part in parts or PARTS:
        if reason := missing.get(part.split('-')[0]):
            print(part, 'left out:', reason, flush=True)
            continue
        begun = time.time()
        try: PARTS[part](out)
        except Exception as error:
            failed.append(part)
            print(part, 'failed:', str(error)[:500], flush=True)
        else: print(part, '%.0f s' % (time.time() - begun), flush=True)
    if failed: sys.exit('failed: ' + ', '.join(failed))


if __name__ == '__main__':
    if len(sys.argv) < 2: sys.exit(__doc__)
    main(*sys.argv[1:])
