const firstVector = ({ first, n }: Size): number =>
  first % 4 === 0 ? first : first + n;
