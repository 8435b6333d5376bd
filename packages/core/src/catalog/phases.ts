/** Phases as people read and write them: `work 20, wait 35, work 15` (D34). */
export const formatPhases = (phases: readonly number[]): string =>
  phases.map((minutes, index) => `${isWork(index) ? 'work' : 'wait'} ${minutes}`).join(', ')

/** Phases alternate, and the first is work. */
const isWork = (index: number): boolean => index % 2 === 0
