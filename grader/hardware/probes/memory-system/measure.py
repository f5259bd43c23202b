#!/usr/bin/env python3
"""Builds, times and counts the probes of this folder, and counts what the kernels of a gallery move past L1.

    [PROBES=in-flight,benchmarks] [GRANULARITIES=64] python3 measure.py <results folder> [<folder of kernels>…]

Needs nvcc and a GPU with ncu. Writes memory-system.csv and memory-system-counters.csv (one line per launch: its times, its counters),
whole-kernels.csv, restrict.csv, cached-loads.csv, padded-tile.csv and their counters (the same of these probes, with other counters), table-rows.csv,
kernels-memory.json (of each kernel <folder>/<name>/{kernel.cu, launch.json}) and machine.json (GPU, driver, clocks, date). Caches are
cold in what ncu counts.
"""
import concurrent.futures, csv, json, os, re, subprocess, sys, time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'lab-kernels'))
import measure as lab

# Probes include kernels of the gallery by their paths in the repository.
FLAGS = ['-O3', '-std=c++17', '-arch=' + os.environ.get('ARCH', 'sm_90'), '-I', os.path.join(HERE, *['..'] * 5)]
# Probe, fetch granularities.
PROBES = [('sectors-in-parts', (64,)), ('sectors-by-warps', (64,)), ('benchmarks', (64,)), ('products', (64,)), ('column-walks', (64, 32, 128)), ('in-flight', (64,)), ('on-chip', (64,)), ('waiting', (64,)), ('functions', (64,)),
          ('constants', (64,)), ('warm-l2', (64,)), ('joined-stores', (64,)), ('pending-fills', (64, 32, 128)), ('reads-and-writes', (64, 32, 128)), ('restrict', (64,)), ('whole-kernels', (64,)),
          ('loads-through-l1', (64,)), ('loads-past-l1', (64,)), ('padded-tile', (64,)), ('table-rows', (64,))]
# What nvcc is told beyond FLAGS.
OWN_FLAGS = {'loads-past-l1': ['-Xptxas', '-dlcm=cg']}
if 'PROBES' in os.environ: PROBES = [probe for probe in PROBES if probe[0] in os.environ['PROBES'].split(',')]
GRANULARITIES = [int(bytes_) for bytes_ in os.environ.get('GRANULARITIES', '64,32,128').split(',')]
METRICS = ['gpu__time_duration.sum', 'dram__bytes_read.sum', 'dram__bytes_write.sum',
           'lts__t_sectors_op_read.sum', 'lts__t_sectors_op_write.sum', 'lts__t_sectors_op_read_lookup_hit.sum', 'lts__t_sectors_op_write_lookup_hit.sum',
           'lts__t_sectors_srcunit_tex.sum', 'lts__t_sectors_srcunit_tex_lookup_hit.sum', 'lts__t_requests_srcunit_tex.sum',
           'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum',
           'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 'l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_hit.sum']
JOINED = ['l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 'lts__t_sectors_srcunit_tex_op_write.sum', 'lts__t_requests_srcunit_tex.sum']
WHOLE = ['dram__bytes_read.sum', 'dram__bytes_write.sum', 'gpu__time_duration.sum',
         *('l1tex__data_%s_mem_shared_op_%s.sum' % (count, op) for count in ('bank_conflicts_pipe_lsu', 'pipe_lsu_wavefronts') for op in ('ld', 'st')),
         *('l1tex__t_%s_pipe_lsu_mem_global_op_%s.sum' % (count, op) for count in ('requests', 'sectors') for op in ('ld', 'st')),
         'l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct',
         'lts__t_sectors_srcunit_tex_lookup_hit.sum', 'lts__t_sectors_srcunit_tex_op_read.sum', 'lts__t_sectors_srcunit_tex_op_write.sum',
         'smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct', 'smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct']
LAUNCH = ['launch__registers_per_thread', 'launch__occupancy_limit_registers', 'launch__occupancy_limit_shared_mem', 'launch__occupancy_limit_warps',
          'launch__shared_mem_per_block', 'launch__shared_mem_config_size', 'sm__warps_active.avg.per_cycle_active', 'smsp__inst_executed.sum',
          'l1tex__data_pipe_lsu_wavefronts.sum', 'l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_ld.sum', 'l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_st.sum',
          'l1tex__data_pipe_lsu_wavefronts_mem_shared.sum', 'sm__cycles_elapsed.max',
          'dram__throughput.avg.pct_of_peak_sustained_elapsed', 'lts__throughput.avg.pct_of_peak_sustained_elapsed',
          'l1tex__throughput.avg.pct_of_peak_sustained_elapsed', 'sm__throughput.avg.pct_of_peak_sustained_elapsed']


def counted(command, metrics, log, env=None):
    subprocess.run(['ncu', '--clock-control', 'none', '--csv', '--page', 'raw', '--print-units', 'base', '--metrics', ','.join(metrics), '--log-file', log,
                    *command], capture_output=True, env=env)
    rows = [row for row in csv.reader(line for line in open(log) if not line.startswith('==')) if row]
    if len(rows) < 3: print(open(log).read()[-1500:], flush=True)
    values = [dict(zip(rows[0], row)) for row in rows[2:]]
    number = lambda text: float(text.replace(',', '')) if re.match(r'[\d.,eE+-]+$', text or '') else None
    return [{metric: number(row.get(metric)) for metric in metrics} for row in values]


def labelled(row, granularity):
    return row[0] if granularity == 64 else '%s@%d' % (row[0], granularity)


# What is left in L2 after equal launches is not for counters that find caches cold; of other probes, ncu would count what prepares them.
def is_only_timed(row): return row[0].startswith(('chase', 'chain', 'warm', 'table_rows'))


def timed(name, granularity, folder, out):
    """Times the launches of a probe. Returns their lines."""
    begun = time.time()
    done = subprocess.run([folder + '/' + name], capture_output=True, text=True, env={**os.environ, 'GRANULARITY': str(granularity)})
    if done.returncode: print(done.stderr[-500:], flush=True)
    rows = [line.split(',') for line in done.stdout.splitlines()]
    for row in rows:
        _, param, _, bytes_, us, us_batch = row
        out.writerow([labelled(row, granularity), param, '%.2f' % float(us), '%.2f' % float(us_batch), bytes_, '%.1f' % (float(bytes_) / float(us) / 1000)])
    print('timed', name, granularity, len(rows), '%.0f s' % (time.time() - begun), flush=True)
    return rows


def count(name, granularity, folder, rows, out, metrics):
    """Counts the launches of a probe."""
    begun = time.time()
    launched = [row for row in rows if not is_only_timed(row)]
    if not launched: return
    counts = counted([folder + '/' + name, 'once'], metrics, folder + '/ncu.csv', {**os.environ, 'GRANULARITY': str(granularity)})
    if len(counts) != len(launched): print(name, 'launches', len(launched), 'counted', len(counts), flush=True)
    for row, found in zip(launched, counts):
        out.writerow([labelled(row, granularity), row[1], row[3], *('' if found[metric] is None else '%.10g' % round(found[metric], 2) for metric in metrics)])
    print('counted', name, granularity, len(counts), '%.0f s' % (time.time() - begun), flush=True)


def gallery(kernels, folder, results):
    driver = folder + '/driver'
    names = sorted(name for name in os.listdir(kernels) if os.path.isdir(os.path.join(kernels, name)))
    launches = {name: json.load(open('%s/%s/launch.json' % (kernels, name))) for name in names}
    texts = {name: lab.wrapper('%s/%s/kernel.cu' % (os.path.abspath(kernels), name), launches[name]) for name in names}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        built = list(pool.map(lab.compile_case, [(name, 'O3', ['-O3'], texts[name], folder) for name in names]))
    names = [name for name, fine in zip(names, built) if fine]
    path = lambda name: '%s/%s-O3.so' % (folder, name)
    done = subprocess.run([driver, 'time', *map(path, names)], capture_output=True, text=True)
    times = lab.lines_of(done.stdout)
    counts = counted([driver, 'once', *map(path, names)], METRICS + LAUNCH, folder + '/ncu.csv')
    if not len(names) == len(times) == len(counts): print(kernels, len(names), len(times), len(counts), flush=True)
    for name, timing, found in zip(names, times, counts): results[name] = {**timing, **found}
    print(kernels, len(names), flush=True)


def main(out, *galleries):
    folder = '/tmp/memory-system'
    os.makedirs(folder, exist_ok=True)
    os.makedirs(out, exist_ok=True)
    builds = [subprocess.Popen(['nvcc', *FLAGS, *OWN_FLAGS.get(name, []), '-o', folder + '/' + name, '%s/%s.cu' % (HERE, name)]) for name, _ in PROBES]
    subprocess.run(['g++', '-O2', '-o', folder + '/driver', HERE + '/../lab-kernels/driver.cpp', '-ldl'], check=True)
    for build in builds: assert build.wait() == 0
    smi = subprocess.run(['nvidia-smi', '--query-gpu=name,driver_version,clocks.sm,clocks.mem,clocks.max.sm,clocks.max.mem', '--format=csv'], capture_output=True, text=True)
    with open(out + '/machine.json', 'w') as file: json.dump({'smi': smi.stdout.splitlines(), 'date': time.strftime('%Y-%m-%d')}, file, indent=1)
    results = {}
    for kernels in galleries:
        gallery(kernels, folder, results)
        with open(out + '/kernels-memory.json', 'w') as file: json.dump(results, file, indent=1)
    # All times before all counts: the counts take longest, and what is there when the time is up is kept.
    tables = []
    for stem, metrics, isOwn in [('whole-kernels', WHOLE, lambda name: name == 'whole-kernels'),
                                 ('restrict', WHOLE, lambda name: name == 'restrict'),
                                 ('cached-loads', WHOLE, lambda name: name in ('loads-through-l1', 'loads-past-l1')),
                                 ('padded-tile', [*WHOLE, 'sm__warps_active.avg.per_cycle_active'], lambda name: name == 'padded-tile'),
                                 ('table-rows', [], lambda name: name == 'table-rows'),
                                 ('functions', ['smsp__inst_executed.sum'], lambda name: name == 'functions'),
                                 ('joined-stores', JOINED, lambda name: name == 'joined-stores'),
                                 ('memory-system', METRICS, lambda name: name not in ('whole-kernels', 'restrict', 'functions', 'joined-stores', 'loads-through-l1', 'loads-past-l1', 'padded-tile', 'table-rows'))]:
        chosen = [(name, granularity) for granularity in GRANULARITIES for name, all_ in PROBES if isOwn(name) and granularity in all_]
        if not chosen: continue
        with open('%s/%s.csv' % (out, stem), 'w') as file:
            writer = csv.writer(file, lineterminator='\n')
            writer.writerow(['name', 'param', 'us', 'us_batch', 'useful_bytes', 'GBps'])
            tables.append((stem, metrics, [(*own, timed(*own, folder, writer)) for own in chosen]))
    for stem, metrics, chosen in tables:
        with open('%s/%s-counters.csv' % (out, stem), 'w') as file:
            writer = csv.writer(file, lineterminator='\n')
            writer.writerow(['name', 'param', 'useful_bytes', *metrics])
            for name, granularity, rows in chosen:
                count(name, granularity, folder, rows, writer, metrics)
                file.flush()


if __name__ == '__main__': main(*sys.argv[1:])
