#!/usr/bin/env python3
"""Counts the launches of atomics.cu and prints data/atomic-requests.jsonl. Needs nvcc, ncu and a GPU of compute capability 9.0."""
import csv, json, os, re, subprocess, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
L1 = 'l1tex__t_%s_pipe_lsu_mem_global_op_%s.sum'
SHARED = 'l1tex__data_%s_mem_shared_op_%s.sum'
OPERATIONS = ['add 1 int', 'add int', 'max int', 'exchange int', 'compare int', 'add long', 'add float', 'add double', 'add half2', 'add float2']
# Field of the data: metrics that are added up for it. A launch counts either reductions or atomics.
FIELDS = {
    'global': {
        'reductions': [L1 % ('requests', 'red')],
        'atomics': [L1 % ('requests', 'atom')],
        'sectors': [L1 % ('sectors', op) for op in ('red', 'atom')],
        'cacheLines': [L1 % ('set_accesses', op) for op in ('red', 'atom')],
        'tagWavefronts': [L1 % ('output_wavefronts', op) for op in ('red', 'atom')],
    },
    'shared': {
        'atomics': ['smsp__inst_executed_op_shared_atom.sum'],
        'wavefronts': [SHARED % ('pipe_lsu_wavefronts', 'atom')],
        'bankConflicts': [SHARED % ('bank_conflicts_pipe_lsu', 'atom')],
        'loads': ['smsp__inst_executed_op_shared_ld.sum'],
        'loadWavefronts': [SHARED % ('pipe_lsu_wavefronts', 'ld')],
    },
}


def counts(space, operation):
    """The launches of one operation with their fields."""
    metrics = [m for names in FIELDS[space].values() for m in names if m.split('.')[0] in known]
    ran = subprocess.run(['ncu', '--clock-control', 'none', '--cache-control', 'none', '--csv', '--page', 'raw', '--print-units', 'base',
                          '--kernel-name', 'regex:atomicRequest', '--metrics', ','.join(metrics), '--log-file', log, binary, space, operation],
                         capture_output=True, text=True, check=True)
    launches = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith('{')]
    with open(log) as file: rows = [row for row in csv.reader(line for line in file if not line.startswith('==')) if row]
    assert len(rows) == 2 + len(launches), (space, operation, len(rows), len(launches))
    for launch, row in zip(launches, rows[2:]):
        values = dict(zip(rows[0], row))
        for field, names in FIELDS[space].items():
            given = [int(values[m].replace(',', '')) for m in names if re.match(r'[\d,]+$', values.get(m, ''))]
            if given: launch[field] = sum(given)
        yield {'device': device, **launch}


device = subprocess.run(['nvidia-smi', '--query-gpu=name', '--format=csv,noheader'], capture_output=True, text=True).stdout.strip()
known = subprocess.run(['ncu', '--query-metrics', '--chip', 'gh100'], capture_output=True, text=True).stdout
with tempfile.TemporaryDirectory() as folder:
    binary, log = folder + '/atomics', folder + '/ncu.csv'
    subprocess.run(['nvcc', '-O3', '-arch=' + os.environ.get('ARCH', 'sm_90'), '-std=c++17', '-o', binary, HERE + '/atomics.cu'], check=True)
    for space in FIELDS:
        for operation in OPERATIONS:
            if (space, operation) == ('shared', 'add float2'): continue  # there is no such operation
            for launch in counts(space, operation): print(json.dumps(launch, separators=(',', ':')), flush=True)
