const firstVector = ({ first }: Slice): number => Math.ceil(first / 8) * 8;
