#!/usr/bin/env python3
"""What the profiler's counters see of wgmma: those of shared memory and of tensor cores, for one product of each kind and layout.

    python3 wgmma-counts.py > ../data/wgmma-counts-<gpu>.csv

Needs nvcc, and a GPU of compute capability 9.0 with ncu. A line is a kind and a layout of wgmma-layouts.cu; columns are the counters that differ between
no product and 64 of any, each with a 64th of that difference. Counters of time differ from run to run, and are left out.
"""
import csv, re, subprocess, sys, tempfile, os

HERE = os.path.dirname(os.path.abspath(__file__))
WANTED = re.compile(r'(l1tex__.*shared|l1tex__.*gmma|l1tex__data_bank|sm__.*(shared|tensor|mma))')
TIMES = re.compile(r'(cycles|per_second|_active|throughput|_stall|_pct|issue_active|average|warps_issue|_elapsed)')


def main():
    with tempfile.TemporaryDirectory() as folder:
        program = folder + '/wgmma-layouts'
        subprocess.run(['nvcc', '-O3', '-std=c++17', '-gencode=arch=compute_90a,code=sm_90a', '-o', program, HERE + '/wgmma-layouts.cu'], check=True)
        known = subprocess.run(['ncu', '--query-metrics', '--chip', 'gh100'], capture_output=True, text=True, check=True).stdout
        names = [line.split()[0] for line in known.splitlines() if re.match(r'[a-z0-9]+__[a-z]', line)]
        names = [name + '.sum' for name in names if WANTED.match(name) and not TIMES.search(name)]
        print(len(names), 'counters', file=sys.stderr)
        launches = [row for row in csv.reader(subprocess.run([program, 'count'], capture_output=True, text=True, check=True).stdout.splitlines())][1:]
        log = folder + '/ncu.csv'
        done = subprocess.run(['ncu', '--clock-control', 'none', '--csv', '--page', 'raw', '--print-units', 'base', '--metrics', ','.join(names), '--log-file', log, program, 'count'],
                              capture_output=True, text=True)
        rows = [row for row in csv.reader(line for line in open(log) if not line.startswith('==')) if row]
        if len(rows) != len(launches) + 2:
            print(done.stdout[-1500:], done.stderr[-1500:], open(log).read()[-1500:], file=sys.stderr)
            sys.exit(1)
        values = [dict(zip(rows[0], row)) for row in rows[2:]]
        number = lambda text: float(text.replace(',', '')) if re.match(r'[\d.,]+$', text) else None
        columns = {}
        for name in names:
            found = [number(value.get(name, '')) for value in values]
            if any(one is None for one in found): continue
            differences = [(after - before) / 64 for before, after in zip(found[::2], found[1::2])]
            if any(differences): columns[name] = differences
        writer = csv.writer(sys.stdout, lineterminator='\n')
        writer.writerow(['instruction', 'a', 'layout', *columns])
        for index, launch in enumerate(launches[::2]): writer.writerow([*launch[:3], *('%g' % of[index] for of in columns.values())])


if __name__ == '__main__': main()
