#!/usr/bin/env python3
"""Counts the requests of data/warp-requests.jsonl on this machine's GPU, and prints them with what it counted.

    python3 warp-requests.py > requests-of-my-gpu.jsonl

Needs nvcc, ncu and a GPU of compute capability 7.0 or more. Says on standard error how many lines differ from the file's.
"""
import csv, json, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
L1 = 'l1tex__t_%s_pipe_lsu_mem_global_op_%s.sum'
SHARED = 'l1tex__data_%s_mem_shared_op_%s.sum'
FIELDS = {
    'global': {'requests': L1 % ('requests', '%s'), 'sectors': L1 % ('sectors', '%s'), 'cacheLines': L1 % ('set_accesses', '%s'),
               'tagWavefronts': L1 % ('output_wavefronts', '%s')},
    'shared': {'wavefronts': SHARED % ('pipe_lsu_wavefronts', '%s'), 'bankConflicts': SHARED % ('bank_conflicts_pipe_lsu', '%s')},
}
OPS = {'load': 'ld', 'store': 'st'}


def counted(binary, requests, log):
    """What ncu counts for requests that are alike in space, op and cache, launched one after the other."""
    metrics = {field: metric % OPS[requests[0]['op']] for field, metric in FIELDS[requests[0]['space']].items()}
    lines = [' '.join(map(str, [r['space'], r['op'], r['bytesPerLane'], r['activeMask'], *r['addresses']])) for r in requests]
    subprocess.run(['ncu', '--clock-control', 'none', '--cache-control', 'none', '--csv', '--page', 'raw', '--print-units', 'base',
                    '--kernel-name', 'regex:Request', '--metrics', ','.join(metrics.values()), '--log-file', log, binary, '-'],
                   input='\n'.join(lines), capture_output=True, text=True, check=True)
    with open(log) as file: rows = [row for row in csv.reader(line for line in file if not line.startswith('==')) if row]
    assert len(rows) == 2 + len(requests), (len(rows), len(requests))
    for row in rows[2:]:
        values = dict(zip(rows[0], row))
        yield {field: int(values[metric].replace(',', '')) for field, metric in metrics.items()}


def main():
    device = subprocess.run(['nvidia-smi', '--query-gpu=name', '--format=csv,noheader'], capture_output=True, text=True).stdout.strip()
    requests = [json.loads(line) for line in open(HERE + '/../data/warp-requests.jsonl')]
    alike = {}
    for number, request in enumerate(requests): alike.setdefault((request['space'], request['op'], request.get('cache')), []).append(number)
    found, differing = list(requests), 0
    with tempfile.TemporaryDirectory() as folder:
        for cache in ('ca', 'cg'):
            subprocess.run(['nvcc', '-O3', '-std=c++17', '-arch=' + os.environ.get('ARCH', 'native'), '-Xptxas', '-dlcm=' + cache, '-o',
                            folder + '/' + cache, HERE + '/warp-request.cu'], check=True)
        for (_, _, cache), numbers in alike.items():
            for number, counts in zip(numbers, counted(folder + '/' + (cache or 'ca'), [requests[n] for n in numbers], folder + '/ncu.csv')):
                differing += any(requests[number][field] != count for field, count in counts.items())
                found[number] = {**requests[number], 'device': device, **counts}
    for request in found: print(json.dumps(request, separators=(',', ':')))
    print('%d of %d requests count otherwise than in the file' % (differing, len(requests)), file=sys.stderr)


if __name__ == '__main__': main()
