// Adds up what people spent. The test beside it says that it does not.

export function sum(amounts) {
  let total = 0;
  for (let i = 1; i < amounts.length; i++) {
    total += amounts[i];
  }
  return total;
}
