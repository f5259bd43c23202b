const firstVector = ({ first, n }: Slice): number => Math.min(Math.ceil(first / 4) * 4, first + n);
