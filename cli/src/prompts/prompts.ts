import * as prompts from '@inquirer/prompts'

/** Questions as those of inquirer, which Ctrl-D would leave hanging, and deaf after Ctrl-Z. */
export const confirm = leavable(prompts.confirm)
export const input = leavable(prompts.input)
export const select = leavable(prompts.select)

function leavable<Question, Answer>(
  prompt: (question: Question, context: { signal: AbortSignal }) => Promise<Answer>,
) {
  return async (question: Question): Promise<Answer> => {
    const leaving = new AbortController()
    const leave = (_: string, key?: { ctrl?: boolean; name?: string }) => {
      if (key?.ctrl === true && key.name === 'd') leaving.abort()
    }
    // readline pauses when it comes back from behind, and leaves it to others to go on
    const listenAgain = () => setImmediate(() => process.stdin.resume())
    process.stdin.on('keypress', leave)
    process.on('SIGCONT', listenAgain)
    try {
      return await prompt(question, leaving)
    } finally {
      process.stdin.pause()
      process.stdin.off('keypress', leave)
      process.off('SIGCONT', listenAgain)
    }
  }
}
