const elementsPerPass = ({
  gridDim,
  blockDim,
}: Thread): number => gridDim.x * blockDim.x;
