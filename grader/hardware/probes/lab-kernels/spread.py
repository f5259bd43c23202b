#!/usr/bin/env python3
"""Counts a kernel of content/kernels in several launches of each build, and prints what its shared memory and its cluster cost in each.

    python3 spread.py <content/kernels> <name> <build folder> [launches] > ../../data/histogram-in-clusters-h200.csv

Needs nvcc, ncu and a GPU; for kernels whose counters differ from launch to launch.
"""
import csv, json, os, subprocess, sys
from measure import BUILDS, HERE, compile_case, wrapper

METRICS = ['l1tex__data_%s_mem_shared_op_%s.sum' % (count, op) for count in ('pipe_lsu_wavefronts', 'bank_conflicts_pipe_lsu') for op in ('ld', 'st', 'atom')] + [
    'l1tex__t_%s_pipe_lsu_mem_dshared_op_atom.sum' % count for count in ('requests', 'sectors', 'set_accesses', 'output_wavefronts')]


def main(kernels, name, folder, launches='8'):
    os.makedirs(folder, exist_ok=True)
    driver, log = folder + '/driver', folder + '/spread.csv'
    subprocess.run(['g++', '-O2', '-o', driver, HERE + '/driver.cpp', '-ldl'], check=True)
    text = wrapper('%s/%s/kernel.cu' % (os.path.abspath(kernels), name), json.load(open('%s/%s/launch.json' % (kernels, name))))
    writer = csv.writer(sys.stdout, lineterminator='\n')
    writer.writerow(['build', *METRICS])
    for build, flags in BUILDS.items():
        if not compile_case((name, build, flags, text, folder)): sys.exit(1)
        paths = ['%s/%s-%s.so' % (folder, name, build)] * int(launches)
        subprocess.run(['ncu', '--clock-control', 'none', '--csv', '--page', 'raw', '--print-units', 'base', '--metrics', ','.join(METRICS),
                        '--log-file', log, driver, 'once', *paths], capture_output=True, check=True)
        with open(log) as counted: rows = [row for row in csv.reader(line for line in counted if not line.startswith('==')) if row]
        assert len(rows) == 2 + len(paths), (len(rows), len(paths))
        for row in rows[2:]: writer.writerow([build, *(int(dict(zip(rows[0], row))[metric].replace(',', '')) for metric in METRICS)])


if __name__ == '__main__': main(*sys.argv[1:])
