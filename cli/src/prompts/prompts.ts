import * as prompts from '@inquirer/prompts'

/**
 * The prompts of inquirer, with two fixes: Ctrl-D cancels instead of hanging, and input works again
 * after Ctrl-Z and fg.
 */
export const confirm = withFixes(prompts.confirm)
export const input = withFixes(prompts.input)
export const select = withFixes(prompts.select)

function withFixes<Question, Answer>(
  prompt: (question: Question, context: { signal: AbortSignal }) => Promise<Answer>,
) {
  return async (question: Question): Promise<Answer> => {
    const cancellation = new AbortController()
    const onKeypress = (_: string, key?: { ctrl?: boolean; name?: string }) => {
      if (key?.ctrl === true && key.name === 'd') cancellation.abort()
    }
    // readline pauses stdin when the process returns to the foreground, and does not resume it
    const resume = () => setImmediate(() => process.stdin.resume())
    process.stdin.on('keypress', onKeypress)
    process.on('SIGCONT', resume)
    try {
      return await prompt(question, cancellation)
    } finally {
      process.stdin.pause()
      process.stdin.off('keypress', onKeypress)
      process.off('SIGCONT', resume)
    }
  }
}
