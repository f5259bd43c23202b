#!/usr/bin/env python3
"""Makes small Nsight Compute reports of kernels of the gallery and of the programs beside this file, and exports each as CSV.

    python3 reports.py <content/kernels> <build folder> <reports folder>

Needs nvcc, and a GPU whose counters ncu may read. What each report is for stands in ../../README.md.
"""
import concurrent.futures, json, os, shutil, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
LAB_KERNELS = os.path.join(os.path.dirname(HERE), 'lab-kernels')
sys.path.insert(0, LAB_KERNELS)
from measure import wrapper

LINES = ['-O3', '-lineinfo']
COUNTERS = ['l1tex__t_%s_pipe_lsu_mem_global_op_%s.sum' % (count, op) for op in ('ld', 'st', 'red', 'atom') for count in ('requests', 'sectors')] + [
    metric % op for metric in ('l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum', 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_%s.sum',
                               'smsp__inst_executed_op_shared_%s.sum') for op in ('ld', 'st', 'atom')] + [
    'l1tex__t_sectors_pipe_lsu_mem_local_op_%s.sum' % op for op in ('ld', 'st')] + [
    'smsp__inst_executed.sum', 'lts__t_sectors_srcunit_tex.sum', 'dram__bytes_read.sum', 'dram__bytes_write.sum', 'gpu__time_duration.sum']
SMALL = ['--section', 'SourceCounters', '--apply-rules', 'no', '--metrics', ','.join(COUNTERS)]
# name: (kernel of the gallery, or program beside this file; flags of nvcc; options of ncu)
REPORTS = {
    **{name: (name, LINES, SMALL) for name in (
        'copy-strided', 'matmul-tiled', 'histogram-shared', 'points-float3', 'grey-from-uchar3', 'shared-float4-column', 'reduce-3-sequential',
        'spmv-row-per-thread')},
    'transpose-tiled': ('transpose-tiled', LINES, [*SMALL, '--import-source', 'yes']),
    'helper-functions': ('helper-functions.cu', LINES, SMALL),
    'several-kernels': ('several-kernels.cu', LINES, SMALL),
    'hoisted': ('hoisted.cu', LINES, SMALL),
    'matmul-register-tile': ('matmul-register-tile', [*LINES, '-maxrregcount=32'], SMALL),
    'debug': ('matmul-tiled', ['-G'], SMALL),
    'no-lines': ('transpose-tiled', ['-O3'], SMALL),
    'counters-only': ('transpose-tiled', LINES, ['--apply-rules', 'no', '--metrics', ','.join(COUNTERS)]),
}
# Pages as ncu exports them, of the reports that have one.
EXPORTS = {'lines': ['--page', 'source', '--print-source', 'cuda,sass'], 'instructions': ['--page', 'source'], 'raw': ['--page', 'raw'],
           'details': ['--page', 'details']}
EXPORTED = {'transpose-tiled': list(EXPORTS), 'histogram-shared': ['lines'], 'several-kernels': ['lines', 'raw'], 'no-lines': ['lines']}


def build(name, kernels, folder):
    """The command that runs a report's launch, in the folder of the program."""
    source, flags, _ = REPORTS[name]
    os.makedirs(os.path.join(folder, name), exist_ok=True)
    nvcc = ['nvcc', '-arch=' + os.environ.get('ARCH', 'sm_90'), '-std=c++17', *flags, '-o']
    own = os.path.join(folder, name)
    if source.endswith('.cu'):
        shutil.copy(os.path.join(HERE, source), own)
        subprocess.run([*nvcc, 'program', source], check=True, cwd=own)
        return ['./program']
    case = os.path.join(kernels, source)
    shutil.copy(case + '/kernel.cu', own)
    with open(own + '/wrapper.cu', 'w') as file: file.write(wrapper('kernel.cu', json.load(open(case + '/launch.json'))))
    subprocess.run([*nvcc, 'case.so', '-shared', '-Xcompiler', '-fPIC,-fvisibility=hidden,-fno-gnu-unique', 'wrapper.cu'], check=True, cwd=own)
    return ['../driver', 'once', './case.so']


def main(kernels, folder, reports):
    for made in (folder, reports): os.makedirs(made, exist_ok=True)
    folder, reports = os.path.abspath(folder), os.path.abspath(reports)
    subprocess.run(['g++', '-O2', '-o', folder + '/driver', LAB_KERNELS + '/driver.cpp', '-ldl'], check=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        commands = dict(zip(REPORTS, pool.map(lambda name: build(name, kernels, folder), REPORTS)))
    for name, command in commands.items():
        done = subprocess.run(['ncu', '--clock-control', 'none', '-f', '-o', 'report', *REPORTS[name][2], *command], cwd=os.path.join(folder, name),
                              capture_output=True, text=True)
        if done.returncode: sys.exit('%s: %s' % (name, done.stdout + done.stderr))
        shutil.copy(os.path.join(folder, name, 'report.ncu-rep'), '%s/%s.ncu-rep' % (reports, name))

    def export(job):
        name, page = job
        done = subprocess.run(['ncu', '--import', '%s/%s.ncu-rep' % (reports, name), '--csv', *EXPORTS[page]], capture_output=True, text=True)
        with open('%s/%s-%s.csv' % (reports, name, page), 'w') as file: file.write(done.stdout)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(export, [(name, page) for name, pages in EXPORTED.items() for page in pages]))


if __name__ == '__main__': main(*sys.argv[1:])
