#!/usr/bin/env python3
"""Copies the tiles of tma-tiles.cu on this machine's GPU, counts each, and prints data/tma-tiles-<gpu>.jsonl. Needs nvcc, ncu and Hopper."""
import csv, json, os, subprocess, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SECTORS = {'load': 'l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum', 'store': 'l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum'}
SHARED = {'wavefronts': 'l1tex__data_pipe_lsu_wavefronts_mem_shared.sum', 'bankConflicts': 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum'}


def main():
    with tempfile.TemporaryDirectory() as folder:
        binary, log = folder + '/tma-tiles', folder + '/ncu.csv'
        subprocess.run(['nvcc', '-O3', '-std=c++17', '-arch=sm_90a', '-o', binary, HERE + '/tma-tiles.cu'], check=True)
        tiles = [json.loads(line) for line in subprocess.run([binary], check=True, capture_output=True, text=True).stdout.splitlines()]
        copied = [number for number, tile in enumerate(tiles) if 'places' in tile]
        subprocess.run(['ncu', '--clock-control', 'none', '--cache-control', 'none', '--csv', '--page', 'raw', '--print-units', 'base', '--metrics',
                        ','.join([*SECTORS.values(), *SHARED.values()]), '--log-file', log, binary, *map(str, copied)], check=True, capture_output=True)
        with open(log) as counted: rows = [row for row in csv.reader(line for line in counted if not line.startswith('==')) if row]
    assert len(rows) == 2 + len(copied), (len(rows), len(copied))
    for number, row in zip(copied, rows[2:]):
        values = dict(zip(rows[0], row))
        counts = {'sectors': SECTORS[tiles[number]['direction']], **SHARED}
        tiles[number].update((field, int(values[metric].replace(',', ''))) for field, metric in counts.items())
    for tile in tiles: print(json.dumps(tile, separators=(',', ':')))


if __name__ == '__main__': main()
