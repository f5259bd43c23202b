const firstVector = ({ first }: Size): number =>
  Math.ceil(first / 8) * 8;
