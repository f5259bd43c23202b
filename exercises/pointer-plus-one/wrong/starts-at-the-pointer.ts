const firstVector = ({ first }: Slice): number => first;
