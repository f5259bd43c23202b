#!/usr/bin/env python3
"""Compiles, checks, times, counts and sanitizes the kernels of content/kernels.

    python3 measure.py <content/kernels> <build folder> <results.json>

Needs nvcc, and a GPU with ncu and compute-sanitizer. Each kernel is built twice: with -O3, and with -O3 -Xptxas -O0, whose shared
accesses are those of the text. What the fields of the results mean stands in ../../README.md.
"""
import concurrent.futures, csv, json, os, re, subprocess, sys
from references import compare

HERE = os.path.dirname(os.path.abspath(__file__))
BUILDS = {'O3': ['-O3'], 'ptxasO0': ['-O3', '-Xptxas', '-O0']}
TOOLS = ['memcheck', 'initcheck', 'racecheck', 'synccheck']
METRICS = ['l1tex__t_%s_pipe_lsu_mem_global_op_%s.sum' % (count, op) for op in ('ld', 'st', 'red', 'atom') for count in ('requests', 'sectors')] + [
    metric % op for metric in ('l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum', 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_%s.sum',
                               'smsp__inst_executed_op_shared_%s.sum') for op in ('ld', 'st', 'atom')] + [
    # Matrix instructions, copies and clusters.
    'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_gmma.sum', 'l1tex__data_pipe_lsu_wavefronts_mem_shared.sum', 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum', 'sm__inst_executed_pipe_tensor.sum',
    *('l1tex__t_%s_pipe_lsu_mem_dshared_op_%s.sum' % (count, op) for op in ('ld', 'st', 'atom') for count in ('requests', 'sectors')),
    'l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum', 'l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum']


def fill(fill, length):
    if fill is None: return 'zero()'
    if fill == 'index': return 'index()'
    (kind, given), = fill.items()
    if kind == 'random': return 'random(%(seed)du, %(from)d, %(to)d)' % given
    if kind == 'randomUnit': return 'randomUnit(%(seed)du)' % given
    if kind == 'permutation': return 'permutation(%du, %d)' % (given['seed'], length)
    if kind == 'values': return 'values({%s})' % ', '.join(map(repr, map(float, given)))
    return '%s(%s)' % (kind, given)


def wrapper(source, launch):
    """The text of a library with one function, which fills the arrays and launches the kernel."""
    def argument(a):
        if 'struct' in a: return '%s{%s}' % (a['type'], ', '.join(map(argument, a['struct'])))
        if 'value' in a: return '(%s)%r' % (a['type'], a['value'])
        array = 'data.array<%s>("%s", %d, harness::%s)' % (a['type'], a['array'], a['length'], fill(a.get('fill'), a['length']))
        if 'tensorMap' not in a: return array
        numbers = lambda name: '{%s}' % ', '.join(map(str, a['tensorMap'][name]))
        return 'harness::tensorMap(%s, %s, %s, CU_TENSOR_MAP_SWIZZLE_%s)' % (array, numbers('sizes'), numbers('box'), a['tensorMap'].get('swizzle', 'none').upper())
    arguments = ['auto a%d = %s;' % (i, argument(a)) for i, a in enumerate(launch['arguments'])]
    symbols = ['{ auto bytes = harness::filled<%s>(%d, harness::%s); harness::check(cudaMemcpyToSymbol(%s, bytes.data(), bytes.size()), "symbol"); }'
               % (s['type'], s['length'], fill(s['fill'], s['length']), s['symbol']) for s in launch.get('symbols', [])]
    size = lambda d: 'dim3(%d, %d, %d)' % tuple(d)
    return '\n'.join(['#include "%s/harness.h"' % HERE, '#include "%s"' % source,
                      'extern "C" __attribute__((visibility("default"))) void runCase(const char* mode) {', 'harness::Data data;',
                      *arguments, *symbols, 'harness::run(mode, data, [=] { %s<<<%s, %s, %d>>>(%s); });' % (
                          launch['kernel'], size(launch['grid']), size(launch['block']), launch['sharedBytes'],
                          ', '.join('a%d' % i for i in range(len(arguments)))), '}', ''])


def target(text):
    """What a wrapper's kernel is compiled for: wgmma is an instruction of Hopper only."""
    source = re.search('#include "(.*kernel.cu)"', text)[1]
    return '-gencode=arch=compute_90a,code=sm_90a' if 'wgmma.' in open(source).read() else '-arch=' + os.environ.get('ARCH', 'sm_90')


def compile_case(job):
    name, build, flags, text, folder = job
    path = '%s/%s-%s' % (folder, name, build)
    with open(path + '.cu', 'w') as file: file.write(text)
    done = subprocess.run(['nvcc', target(text), '-std=c++17', *flags, '-shared', '-Xcompiler', '-fPIC,-fvisibility=hidden,-fno-gnu-unique',
                           '-o', path + '.so', path + '.cu'], capture_output=True, text=True)
    if done.returncode or done.stderr: print(name, build, done.stdout + done.stderr, flush=True)
    return done.returncode == 0


def lines_of(text):
    return [json.loads(line) for line in text.splitlines() if line.startswith('{')]


def profile(driver, names, paths, log):
    """Metrics of each case, read by one process."""
    subprocess.run(['ncu', '--clock-control', 'none', '--csv', '--page', 'raw', '--print-units', 'base', '--metrics', ','.join(METRICS),
                    '--log-file', log, driver, 'once', *paths], capture_output=True)
    rows = [row for row in csv.reader(line for line in open(log) if not line.startswith('==')) if row]
    if len(rows) != len(names) + 2: print(open(log).read()[-2000:], flush=True)
    out = {}
    for name, row in zip(names, rows[2:]):
        values = dict(zip(rows[0], row))
        out[name] = {metric: int(float(values[metric].replace(',', ''))) for metric in METRICS if re.match(r'[\d.,]+$', values.get(metric, ''))}
    return out


def sanitize(job):
    """Whether a tool is silent on some cases, run by one process."""
    driver, tool, names, paths = job
    done = subprocess.run(['compute-sanitizer', '--tool', tool, driver, 'once', *paths], capture_output=True, text=True)
    silent = done.returncode == 0 and len(lines_of(done.stdout)) == len(names) and re.search(
        r'(ERROR|RACECHECK) SUMMARY: 0 (errors|hazards)', done.stdout) is not None
    if not silent and len(names) == 1: print('SANITIZER', *names, tool, (done.stdout + done.stderr)[:1200], flush=True)
    return silent


def check(driver, name, path, launch, folder):
    """What the launch left in memory: hashes of the arrays that changed, and how far they are from the reference."""
    os.makedirs(folder, exist_ok=True)
    subprocess.run([driver, folder, path], check=True, capture_output=True)
    return compare(name, launch, folder)


def main(kernels, folder, results_path):
    os.makedirs(folder, exist_ok=True)
    driver = folder + '/driver'
    subprocess.run(['g++', '-O2', '-o', driver, HERE + '/driver.cpp', '-ldl'], check=True)
    names = sorted(os.listdir(kernels))
    names = [name for name in names if os.path.isdir(os.path.join(kernels, name))]
    launches = {name: json.load(open('%s/%s/launch.json' % (kernels, name))) for name in names}
    texts = {name: wrapper('%s/%s/kernel.cu' % (os.path.abspath(kernels), name), launches[name]) for name in names}
    jobs = [(name, build, flags, texts[name], folder) for build, flags in BUILDS.items() for name in names]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool: compiled = dict(zip([job[:2] for job in jobs], pool.map(compile_case, jobs)))
    names = [name for name in names if all(compiled[name, build] for build in BUILDS)]
    print('compiled', len(names), flush=True)
    path = lambda name, build: '%s/%s-%s.so' % (folder, name, build)
    results = {name: {} for name in names}

    def save():
        with open(results_path, 'w') as file: json.dump(results, file, indent=1)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        checks = [pool.submit(check, driver, name, path(name, 'O3'), launches[name], '%s/%s' % (folder, name)) for name in names]
        for name, checked in zip(names, checks):
            if checked.exception(): print('CHECK', name, repr(checked.exception())[:300], flush=True)
            else: results[name].update(checked.result())
    save()
    print('checked', flush=True)
    for build in BUILDS:
        timed = subprocess.run([driver, 'time', *(path(name, build) for name in names)], capture_output=True, text=True)
        if timed.returncode: print(timed.stdout[-500:], timed.stderr[-500:], flush=True)
        counted = profile(driver, names, [path(name, build) for name in names], folder + '/ncu.csv')
        for name, time in zip(names, lines_of(timed.stdout)): results[name][build] = {**time, **counted.get(name, {})}
        save()
        print('timed and counted', build, flush=True)
    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        def silent_on(tool, some): return pool.map(sanitize, [(driver, tool, batch, [path(name, 'O3') for name in batch]) for batch in some])
        batches = [names[i::8] for i in range(8)]
        silent = [silent_on(tool, batches) for tool in TOOLS]  # all tools at once: the pool's answers arrive as they are read
        for tool, verdicts in zip(TOOLS, silent):
            loud = [name for batch, fine in zip(batches, verdicts) if not fine for name in batch]
            alone = dict(zip(loud, silent_on(tool, [[name] for name in loud])))
            for name in names: results[name].setdefault('sanitizers', {})[tool] = alone.get(name, True)
    save()
    print('sanitized', flush=True)


if __name__ == '__main__': main(*sys.argv[1:])
