#!/usr/bin/env python3
"""Counts the requests of data/wmma-requests.jsonl on this machine's GPU, and prints them with what it counted.

    python3 wmma-requests.py > requests-of-my-gpu.jsonl

Needs nvcc, ncu and a GPU of compute capability 9.0. Says on standard error how many lines differ from the file's. With `new`, it chooses
the requests itself: every fragment, in rows that follow each other, in padded ones and in ones of a power of two.
"""
import csv, json, os, random, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
COUNTS = {
    'global': {'requests': 'l1tex__t_requests_pipe_lsu_mem_global_op_%s.sum', 'sectors': 'l1tex__t_sectors_pipe_lsu_mem_global_op_%s.sum',
               'tagWavefronts': 'l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_%s.sum'},
    'shared': {'wavefronts': 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum', 'bankConflicts': 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_%s.sum'},
}
OPS = {'load': 'ld', 'store': 'st'}
BYTES = {'f16': 2, 'bf16': 2, 's8': 1, 'u8': 1, 'tf32': 4, 'f64': 8, 'f32': 4, 's32': 4}
SHAPES = [(16, 16, 16), (32, 8, 16), (8, 32, 16)]
FACTORS = {'f16': SHAPES, 'bf16': SHAPES, 's8': SHAPES, 'u8': SHAPES[:1], 'tf32': [(16, 16, 8)], 'f64': [(8, 8, 4)]}
SUMS = {'f32': [*SHAPES, (16, 16, 8)], 'f16': SHAPES, 's32': SHAPES, 'f64': [(8, 8, 4)]}


def chosen():
    random.seed(29)
    for matrix in 'abd':
        for type_, shapes in (SUMS if matrix == 'd' else FACTORS).items():
            for m, n, k in shapes:
                for layout in ('row', 'col'):
                    rows, columns = {'a': (m, k), 'b': (k, n), 'd': (m, n)}[matrix]
                    length = columns if layout == 'row' else rows
                    step = 16 // BYTES[type_] if type_ != 'f64' else 2
                    for leading in (length + -length % step, length + -length % step + step, 128 // BYTES[type_], random.randint(1, 6) * step + length + -length % step):
                        for space in ('global', 'shared'):
                            for op in ('load', 'store') if matrix == 'd' else ('load',):
                                yield {'op': op, 'space': space, 'matrix': matrix, 'layout': layout, 'type': type_, 'm': m, 'n': n, 'k': k,
                                       'leading': leading, 'offset': random.randint(0, 3) * (32 // BYTES[type_])}


def main(*words):
    device = subprocess.run(['nvidia-smi', '--query-gpu=name', '--format=csv,noheader'], capture_output=True, text=True).stdout.strip()
    requests = list(chosen()) if 'new' in words else [json.loads(line) for line in open(HERE + '/../data/wmma-requests.jsonl')]
    metrics = [metric % op for counts in COUNTS.values() for metric in counts.values() for op in OPS.values()]
    differing = 0
    with tempfile.TemporaryDirectory() as folder:
        binary, log = os.environ.get('BINARY', folder + '/wmma-request'), folder + '/ncu.csv'
        if 'BINARY' not in os.environ:
            subprocess.run(['nvcc', '-O3', '-std=c++17', '-arch=' + os.environ.get('ARCH', 'native'), '-o', binary, HERE + '/wmma-request.cu'], check=True)
        lines = [' '.join(str(r[field]) for field in ('op', 'space', 'matrix', 'layout', 'type', 'm', 'n', 'k', 'leading', 'offset')) for r in requests]
        ran = subprocess.run(['ncu', '--clock-control', 'none', '--cache-control', 'none', '--csv', '--page', 'raw', '--print-units', 'base', '--kernel-name',
                              'regex:Request', '--metrics', ','.join(metrics), '--log-file', log, binary], input='\n'.join(lines) + '\n', capture_output=True, text=True)
        if ran.returncode != 0: sys.exit(ran.stderr + ran.stdout + open(log).read()[-2000:])
        with open(log) as file: rows = [row for row in csv.reader(line for line in file if not line.startswith('==')) if row]
    assert len(rows) == 2 + len(requests), (len(rows), len(requests))
    for request, row in zip(requests, rows[2:]):
        values = {name: int(value.replace(',', '')) for name, value in zip(rows[0], row) if name.endswith('.sum')}
        counts = {field: values[metric % OPS[request['op']]] for field, metric in COUNTS[request['space']].items()}
        if 'all' in words: counts = {**counts, 'counters': {name: value for name, value in values.items() if value}}
        differing += any(request.get(field, count) != count for field, count in counts.items())
        print(json.dumps({'device': device, **{field: value for field, value in request.items() if field != 'device'}, **counts}, separators=(',', ':')))
    print('%d of %d requests count otherwise than in the file' % (differing, len(requests)), file=sys.stderr)


if __name__ == '__main__': main(*sys.argv[1:])
