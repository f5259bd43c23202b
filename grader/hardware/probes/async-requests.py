#!/usr/bin/env python3
"""Counts the requests of data/async-requests.jsonl on this machine's GPU, and prints them with what it counted.

    python3 async-requests.py [requests.jsonl] > requests-of-my-gpu.jsonl

Needs nvcc, ncu and a GPU of compute capability 9.0 or more. Says on standard error how many lines differ from the file's.
"""
import csv, json, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
METRICS = {
    'wavefronts': 'l1tex__data_pipe_lsu_wavefronts_mem_shared.sum',
    'bankConflicts': 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum',
    'requests': 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum',
    'sectors': 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum',
    'tagWavefronts': 'l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_ld.sum',
}
# Every launch counts wavefronts that are neither load nor store: 1 with a matrix instruction, 4 with a copy and its cp.async.wait_all.
BESIDES = {'matrices': 1, 'bytesPerLane': 4}


def line(request):
    """A request as async-request.cu reads it."""
    rows = request['sharedAddresses']
    return ' '.join(map(str, [request['instruction'], request.get('matrices') or request['bytesPerLane'], request.get('activeMask', '0'),
                              *rows, *[0] * (32 - len(rows)), *request.get('globalAddresses', []), *request.get('sourceBytes', [])]))


def counted(requests, folder, more=()):
    """What ncu counts for requests, launched one after the other; `more` metrics come as they are."""
    binary, log = folder + '/async-request', folder + '/ncu.csv'
    subprocess.run(['nvcc', '-O3', '-std=c++17', '-arch=' + os.environ.get('ARCH', 'native'), '-o', binary, HERE + '/async-request.cu'], check=True)
    ran = subprocess.run(['ncu', '--clock-control', 'none', '--cache-control', 'none', '--csv', '--page', 'raw', '--print-units', 'base',
                          '--kernel-name', 'regex:Request', '--metrics', ','.join([*METRICS.values(), *more]), '--log-file', log, binary],
                         input='\n'.join(map(line, requests)) + '\n', capture_output=True, text=True)
    if ran.returncode != 0: sys.exit(ran.stderr + ran.stdout + open(log).read()[-2000:])
    with open(log) as file: rows = [row for row in csv.reader(line for line in file if not line.startswith('==')) if row]
    assert len(rows) == 2 + len(requests), (len(rows), len(requests))
    for request, row in zip(requests, rows[2:]):
        values = {name: int(value.replace(',', '')) for name, value in zip(rows[0], row) if name.endswith('.sum')}
        counts = {field: values[metric] for field, metric in METRICS.items()}
        counts['wavefronts'] -= next(besides for field, besides in BESIDES.items() if field in request)
        if 'matrices' in request: del counts['requests'], counts['sectors'], counts['tagWavefronts']
        yield {**counts, **({'counters': {name: values[name] for name in more}} if more else {})}


def main(file=HERE + '/../data/async-requests.jsonl', *more):
    device = subprocess.run(['nvidia-smi', '--query-gpu=name', '--format=csv,noheader'], capture_output=True, text=True).stdout.strip()
    requests, differing = [json.loads(line) for line in open(file)], 0
    with tempfile.TemporaryDirectory() as folder:
        for request, counts in zip(requests, counted(requests, folder, more)):
            differing += any(request.get(field, count) != count for field, count in counts.items())
            print(json.dumps({**request, 'device': device, **counts}, separators=(',', ':')))
    print('%d of %d requests count otherwise than in the file' % (differing, len(requests)), file=sys.stderr)


if __name__ == '__main__': main(*sys.argv[1:])
