#!/usr/bin/env python3
"""Counts the requests of data/cluster-requests.jsonl on this machine's GPU, and prints them with what it counted.

    python3 cluster-requests.py [requests.jsonl] > requests-of-my-gpu.jsonl

Needs nvcc, ncu and a GPU of compute capability 9.0 or more. Says on standard error how many lines differ from the file's.
"""
import csv, json, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
# How the profiler names an operation; others are atomics.
OPS = {'load': 'ld', 'store': 'st', 'st.async': 'st', 'red.async': 'redas'}
DSHARED = 'l1tex__t_%s_pipe_lsu_mem_dshared_op_%s.sum'
COUNTS = {'requests': 'requests', 'sectors': 'sectors', 'cacheLines': 'set_accesses', 'tagWavefronts': 'output_wavefronts'}
# What a block does to its own memory by ld, st and atom counts as if the address space were .shared::cta.
SHARED = {'wavefronts': 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum', 'bankConflicts': 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_%s.sum'}
SHARED_OPS = ('ld', 'st', 'atom')


def line_of(request):
    space = 'generic' if request.get('generic') else 'cluster'
    return ' '.join(map(str, [request['op'], request['bytesPerLane'], space, request['clusterBlocks'], request['block'], request['activeMask'],
                              *request['addresses'], *request['blocks']]))


def main(file=HERE + '/../data/cluster-requests.jsonl'):
    device = subprocess.run(['nvidia-smi', '--query-gpu=name', '--format=csv,noheader'], capture_output=True, text=True).stdout.strip()
    requests, differing = [json.loads(line) for line in open(file)], 0
    metrics = [DSHARED % (count, op) for count in COUNTS.values() for op in sorted({*OPS.values(), 'atom'})]
    metrics += [metric % op for metric in SHARED.values() for op in SHARED_OPS]
    with tempfile.TemporaryDirectory() as folder:
        binary, log = folder + '/cluster-request', folder + '/ncu.csv'
        subprocess.run(['nvcc', '-O3', '-std=c++17', '-arch=' + os.environ.get('ARCH', 'native'), '-o', binary, HERE + '/cluster-request.cu'], check=True)
        subprocess.run(['ncu', '--clock-control', 'none', '--cache-control', 'none', '--csv', '--page', 'raw', '--print-units', 'base', '--kernel-name',
                        'regex:Request', '--metrics', ','.join(metrics), '--log-file', log, binary], input='\n'.join(map(line_of, requests)) + '\n',
                       capture_output=True, text=True, check=True)
        with open(log) as counted: rows = [row for row in csv.reader(line for line in counted if not line.startswith('==')) if row]
    assert len(rows) == 2 + len(requests), (len(rows), len(requests))
    for request, row in zip(requests, rows[2:]):
        values, op = {name: int(value.replace(',', '')) for name, value in zip(rows[0], row) if name.endswith('.sum')}, OPS.get(request['op'], 'atom')
        counts = {field: values[DSHARED % (count, op)] for field, count in COUNTS.items()}
        counts |= {field: values[metric % op] if op in SHARED_OPS else 0 for field, metric in SHARED.items()}
        # Floats are added in a loop of loads, and compares and swaps.
        if request['op'] == 'add float':
            counts |= {'loads': values[DSHARED % ('requests', 'ld')], 'loadSectors': values[DSHARED % ('sectors', 'ld')], 'loadWavefronts': values[SHARED['wavefronts'] % 'ld']}
        differing += any(request.get(field, count) != count for field, count in counts.items())
        print(json.dumps({'device': device, **{field: value for field, value in request.items() if field != 'device'}, **counts}, separators=(',', ':')))
    print('%d of %d requests count otherwise than in the file' % (differing, len(requests)), file=sys.stderr)


if __name__ == '__main__': main(*sys.argv[1:])
