export type Point = Readonly<{ x: number; y: number }>

/** Least squares: how steeply y follows x, and Pearson's coefficient of correlation; zeros where x or y never changes. */
export function fitLine(points: readonly Point[]): Readonly<{ slope: number; r: number }> {
  const meanX = mean(points.map(({ x }) => x))
  const meanY = mean(points.map(({ y }) => y))
  const sum = (of: (dx: number, dy: number) => number): number =>
    points.reduce((total, { x, y }) => total + of(x - meanX, y - meanY), 0)
  const xx = sum((dx) => dx * dx)
  const yy = sum((_, dy) => dy * dy)
  const xy = sum((dx, dy) => dx * dy)
  if (xx === 0 || yy === 0) return { slope: 0, r: 0 }
  return { slope: xy / xx, r: xy / Math.sqrt(xx * yy) }
}

const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length

/** The middle one, or the mean of the two in the middle; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return middle.length === 0 ? 0 : mean(middle)
}
