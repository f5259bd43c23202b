#!/usr/bin/env python3
"""Counts the copies of bulk-copies.cu on this machine's GPU, and prints data/bulk-copies-<gpu>.jsonl. Needs nvcc, ncu and Hopper."""
import csv, json, os, subprocess, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SECTORS = {'load': 'l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum', 'store': 'l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum'}


def main():
    with tempfile.TemporaryDirectory() as folder:
        binary, log = folder + '/bulk-copies', folder + '/ncu.csv'
        subprocess.run(['nvcc', '-O3', '-std=c++17', '-arch=sm_90a', '-o', binary, HERE + '/bulk-copies.cu'], check=True)
        copies = [json.loads(line) for line in subprocess.run([binary], check=True, capture_output=True, text=True).stdout.splitlines()]
        subprocess.run(['ncu', '--clock-control', 'none', '--cache-control', 'none', '--csv', '--page', 'raw', '--print-units', 'base', '--metrics',
                        ','.join(SECTORS.values()), '--log-file', log, binary, *map(str, range(len(copies)))], check=True, capture_output=True)
        with open(log) as counted: rows = [row for row in csv.reader(line for line in counted if not line.startswith('==')) if row]
    assert len(rows) == 2 + len(copies), (len(rows), len(copies))
    for copy, row in zip(copies, rows[2:]):
        copy['sectors'] = int(dict(zip(rows[0], row))[SECTORS[copy['direction']]].replace(',', ''))
        print(json.dumps(copy, separators=(',', ':')))


if __name__ == '__main__': main()
