import { Listr } from 'listr2'

/** Does the work with a bar on the terminal that follows it. */
export async function withProgressBar<T>(
  title: string,
  work: (onProgress: (done: number, total: number, what: string) => void) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined
  const tasks = new Listr([
    {
      title,
      task: async (_, task) => {
        const value = await work((done, total, what) => {
          task.output = `${bar(done, total)} ${done}/${total} ${what}`
        })
        result = { value }
      },
    },
  ])
  await tasks.run()
  if (result === undefined) throw new Error('The work ended without a result')
  return result.value
}

const barWidth = 30

function bar(done: number, total: number): string {
  const filled = total === 0 ? barWidth : Math.round((barWidth * done) / total)
  return '█'.repeat(filled) + '░'.repeat(barWidth - filled)
}
