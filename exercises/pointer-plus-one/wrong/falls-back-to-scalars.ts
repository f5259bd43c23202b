const firstVector = ({ first, n }: Slice): number => (first % 4 === 0 ? first : first + n);
