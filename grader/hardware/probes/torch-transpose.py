# How long PyTorch takes to copy a matrix, to copy its transpose, and to make the transposed view.
#
#   python3 torch-transpose.py > torch-transpose-h100.csv
#
# One CSV line a measurement, as in data/whole-kernels-h100.csv; the parameter is the side of the square float32 matrix. The time is the
# median of 50 runs by device events; for the view, which launches nothing, that of 1000 calls by the host's clock.

import statistics
import sys
import time

import torch


def device_microseconds(run, repeats=50):
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


def host_microseconds(run, repeats=1000):
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append((time.perf_counter() - start) * 1e6)
    return statistics.median(times)


def line(name, side, microseconds, useful_bytes):
    print(f"{name},{side},{microseconds:.2f},{useful_bytes},{useful_bytes / microseconds / 1000:.1f}")


print("name,param,us,useful_bytes,GBps")
for side in [512, 1024, 2048, 4096, 8192]:
    matrix = torch.randn(side, side, device="cuda")
    out = torch.empty_like(matrix)
    both_ways = 2 * side * side * 4
    line("torch_clone", side, device_microseconds(lambda: out.copy_(matrix)), both_ways)
    line("torch_transpose_copy", side, device_microseconds(lambda: out.copy_(matrix.t())), both_ways)
    line("torch_transpose_view", side, host_microseconds(lambda: matrix.t()), 0)
print(f"torch {torch.__version__}, {torch.cuda.get_device_name()}", file=sys.stderr)
