/**
 * CPU milliseconds of this process that a task took: unlike the time on the wall, it does not grow
 * when the machine is busy with something else.
 */
export async function cpuMs(task: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await task()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
