/** Fields that are rarely needed: they stay together. */
const COLD_FIELDS = 7;

/**
 * First the x values of all items, side by side; after them, a
 * struct of the rest for each item.
 */
export function address(
  item: number,
  field: number,
  count: number,
): number {
  const isHot = field === 0;
  return isHot
    ? item
    : count + item * COLD_FIELDS + (field - 1);
}
