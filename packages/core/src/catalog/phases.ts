/** Phases as a salon file has them: `work 20`, `wait 35`, `work 15` (D34). */
export const phaseTexts = (phases: readonly number[]): string[] =>
  phases.map((minutes, index) => `${index % 2 === 0 ? 'work' : 'wait'} ${minutes}`)
