// The inside of the page's sandbox for answers in CUDA.
import { readAnyAnswer } from "#judge/cuda-answer.ts";
import { listen } from "./listen.ts";

listen({ cudaReader: () => readAnyAnswer });
