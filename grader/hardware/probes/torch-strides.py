# What strides cost in PyTorch: pointwise operations on a matrix, on its transposed view, and on both at once; copies; matrix products.
#
#   python3 torch-strides.py <results folder>
#
# Writes torch-strides.csv, one line a measurement as in data/torch-transpose-h100.csv (the parameter is the side of the square float32
# matrix, the time the median of 50 runs by device events), and torch-strides.json: versions, and for each expression the kernels that
# it launches and the bytes that it allocates beyond its result, at a side of 4,096.

import json
import statistics
import sys

import torch
from torch.profiler import ProfilerActivity, profile


def microseconds(run, repeats=50):
    times = []
    for attempt in range(repeats + 5):
        start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        run()
        stop.record()
        torch.cuda.synchronize()
        if attempt >= 5:
            times.append(start.elapsed_time(stop) * 1000)
    return statistics.median(times)


def kernels(run):
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as trace:
        run()
        torch.cuda.synchronize()
    return [event.name for event in trace.events() if event.device_type == torch.autograd.DeviceType.CUDA]


def extra_bytes(run):
    torch.cuda.synchronize()
    before = torch.cuda.memory_allocated()
    torch.cuda.reset_peak_memory_stats()
    result = run()
    torch.cuda.synchronize()
    return torch.cuda.max_memory_allocated() - before - result.nbytes


def mixed(a, b):
    return a + b.t()


def main(folder):
    torch.backends.cuda.matmul.allow_tf32 = False
    found = {"torch": torch.__version__, "gpu": torch.cuda.get_device_name(), "expressions": {}}
    with open(folder + "/torch-strides.csv", "w") as table:
        print("name,param,us,useful_bytes,GBps", file=table)
        for side in [1024, 4096, 8192]:
            a, b = (torch.randn(side, side, device="cuda") for _ in range(2))
            square = side * side * 4
            cases = {
                "torch_clone": (lambda: a.clone(), 2),
                "torch_transpose_contiguous": (lambda: a.t().contiguous(), 2),
                "torch_add": (lambda: a + 1, 2),
                "torch_add_transposed": (lambda: a.t() + 1, 2),
                "torch_add_two": (lambda: a + b, 3),
                "torch_add_two_transposed": (lambda: a.t() + b.t(), 3),
                "torch_add_mixed": (lambda: mixed(a, b), 3),
                "torch_product": (lambda: a @ b, 3),
                "torch_product_transposed": (lambda: a @ b.t(), 3),
                "torch_product_contiguous": (lambda: a @ b.t().contiguous(), 3),
            }
            for mode in ["default", "max-autotune"]:
                compiled = torch.compile(mixed, mode=mode, dynamic=False)
                try:
                    for _ in range(3):
                        compiled(a, b)
                except Exception as error:  # no compiler on this machine, say
                    print(mode, str(error)[:300], file=sys.stderr)
                    continue
                cases["torch_add_mixed_" + mode.replace("-", "_")] = (lambda compiled=compiled: compiled(a, b), 3)
            for name, (run, matrices) in cases.items():
                us = microseconds(run)
                print(f"{name},{side},{us:.2f},{matrices * square},{matrices * square / us / 1000:.1f}", file=table, flush=True)
                if side == 4096:
                    found["expressions"][name] = {"kernels": kernels(run), "extraBytes": extra_bytes(run)}
    with open(folder + "/torch-strides.json", "w") as file:
        json.dump(found, file, indent=1)


if __name__ == "__main__":
    main(sys.argv[1])
