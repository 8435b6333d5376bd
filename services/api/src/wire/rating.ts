/** The mean of the ratings to two decimals; 0 when there is none yet (D4). */
export const meanRating = (sum: number, count: number): number =>
  count === 0 ? 0 : Math.round((sum / count) * 100) / 100
