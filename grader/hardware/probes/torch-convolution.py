# What a library does about the layout of a convolution: the kernels that PyTorch launches, and how long each takes, for images in NCHW and
# in NHWC ("channels last"), and the bytes of the matrix that im2col would make.
#
#   python3 torch-convolution.py <results folder>
#
# Writes torch-convolution.json, and torch-convolution.csv with the time of all kernels of a convolution and, for NCHW, that of the copies
# from one layout to the other. Times are means of 20 launches, by PyTorch's profiler, after ten that are not counted. The parameter is the
# side of an image.

import json
import sys

import torch
from torch.profiler import ProfilerActivity, profile

IMAGES, CHANNELS, SIDE, RUNS = 32, 256, 56, 20


def kernels(run):
    for _ in range(10):
        run()
    torch.cuda.synchronize()
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as trace:
        for _ in range(RUNS):
            run()
        torch.cuda.synchronize()
    found = {}
    for event in trace.events():
        if event.device_type == torch.autograd.DeviceType.CUDA:
            times = found.setdefault(event.name, [])
            times.append(event.time_range.elapsed_us())
    return [{"kernel": name, "launches": len(times) / RUNS, "microseconds": round(sum(times) / RUNS, 2)} for name, times in found.items()]


def total(kernels, named=""):
    return sum(kernel["microseconds"] for kernel in kernels if named in kernel["kernel"])


def lines(found):
    moved = 2 * IMAGES * found["imageBytes"]
    for name, us in [
        ("nchw", total(found["nchw"])),
        ("nhwc", total(found["nhwc"])),
        ("copies", total(found["nchw"], "nchwToNhwc") + total(found["nchw"], "nhwcToNchw")),
    ]:
        yield f"torch_convolution_{name},{SIDE},{us:.2f},{moved},{moved / us / 1000:.1f}"


def main(folder):
    images = torch.randn(IMAGES, CHANNELS, SIDE, SIDE, device="cuda", dtype=torch.half)
    layer = torch.nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1, bias=False, device="cuda", dtype=torch.half)
    last = images.to(memory_format=torch.channels_last)
    layer_last = torch.nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1, bias=False, device="cuda", dtype=torch.half).to(memory_format=torch.channels_last)
    unfolded = torch.nn.functional.unfold(images[:1], 3, padding=1)
    found = {
        "torch": torch.__version__,
        "cudnn": torch.backends.cudnn.version(),
        "gpu": torch.cuda.get_device_name(),
        "imageBytes": images[:1].nbytes,
        "im2colBytes": unfolded.nbytes,
        "nchw": kernels(lambda: layer(images)),
        "nhwc": kernels(lambda: layer_last(last)),
    }
    with open(folder + "/torch-convolution.json", "w") as file:
        json.dump(found, file, indent=1)
    with open(folder + "/torch-convolution.csv", "w") as file:
        print("name,param,us,useful_bytes,GBps", *lines(found), sep="\n", file=file)


if __name__ == "__main__":
    main(sys.argv[1])
