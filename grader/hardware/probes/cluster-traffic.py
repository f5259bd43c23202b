#!/usr/bin/env python3
"""Counts the launches of cluster-traffic.cu on this machine's GPU, each several times, and prints data/cluster-traffic-h200.csv.

    python3 cluster-traffic.py > cluster-traffic.csv

Needs nvcc, ncu and a GPU of compute capability 9.0 or more.
"""
import csv, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
WARPS, ROUNDS, REPEATS = 8, 64, 3
OWN = ['cta-load', 'cta-store', 'cta-atomic', 'cluster-load', 'cluster-store', 'cluster-atomic']
SENT = ['load', 'store', 'atomic']
# What the first block does, and the others.
ROLES = [('own', 'idle'), ('own', 'next'), ('own', 'first'), ('own', 'own')]
SENT_ALONE = [('idle', 'first'), ('next', 'next')]
SHARED = ['l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum' % op for op in ('ld', 'st', 'atom')] + [
    'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_%s.sum' % op for op in ('ld', 'st', 'atom')]
DSHARED = ['l1tex__t_%s_pipe_lsu_mem_dshared_op_%s.sum' % (count, op) for op in ('ld', 'st', 'atom') for count in ('requests', 'sectors')]


def launches():
    for own in OWN:
        yield 8, own, 'atomic', 'own', 'idle'
        yield 8, own, 'atomic', 'own', 'own'
        for sent in SENT:
            yield 8, own, sent, 'own', 'next'
            yield 8, own, sent, 'own', 'first'
    for sent in SENT:
        for first, others in SENT_ALONE: yield 8, 'cta-load', sent, first, others
    for blocks in (8, 128): yield blocks, 'cta-load', 'atomic', 'mixed', 'mixed'


def main():
    rows = [row for row in launches() for _ in range(REPEATS)]
    metrics = SHARED + DSHARED
    with tempfile.TemporaryDirectory() as folder:
        binary, log = folder + '/cluster-traffic', folder + '/ncu.csv'
        subprocess.run(['nvcc', '-O3', '-std=c++17', '-arch=' + os.environ.get('ARCH', 'native'), '-o', binary, HERE + '/cluster-traffic.cu'], check=True)
        lines = '\n'.join('%d %d %d %s %s %s %s' % (blocks, WARPS, ROUNDS, *words) for blocks, *words in rows)
        subprocess.run(['ncu', '--clock-control', 'none', '--cache-control', 'none', '--csv', '--page', 'raw', '--print-units', 'base', '--metrics', ','.join(metrics),
                        '--log-file', log, binary], input=lines + '\n', capture_output=True, text=True, check=True)
        with open(log) as counted: found = [row for row in csv.reader(line for line in counted if not line.startswith('==')) if row]
    assert len(found) == 2 + len(rows), (len(found), len(rows))
    writer = csv.writer(sys.stdout, lineterminator='\n')
    writer.writerow(['blocks', 'warps', 'rounds', 'own', 'sent', 'first', 'others', *metrics])
    for (blocks, *words), row in zip(rows, found[2:]):
        values = dict(zip(found[0], row))
        writer.writerow([blocks, WARPS, ROUNDS, *words, *(int(values[metric].replace(',', '')) for metric in metrics)])


if __name__ == '__main__': main()
