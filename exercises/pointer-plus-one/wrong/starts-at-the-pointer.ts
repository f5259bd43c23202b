const firstVector = ({ first }: Size): number => first;
