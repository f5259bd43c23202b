const firstVector = ({ first, n }: Size): number =>
  Math.min(Math.ceil(first / 4) * 4, first + n);
