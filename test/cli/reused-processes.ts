import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

/** What a shell would start. */
export interface CommandLine {
  args: string[]
  env: Record<string, string | undefined>
  folder: string
}

export interface CommandOutput {
  code: number
  stdout: string
  stderr: string
  /** What the command left open, such as a connection: a process of its own would not end. */
  open: string[]
}

interface ReusedProcess {
  child: ChildProcess
  /** Rejects when the process ends. */
  ended: Promise<never>
}

/** Processes that wait for a command line. They end with this process. */
const idle: ReusedProcess[] = []

/**
 * Runs a command line in a process that has run others before, because loading the code takes
 * longer than most commands. Command lines that run at the same time have a process each.
 *
 * @throws Error when the command leaves something open, or ends the process
 */
export async function runInReusedProcess(line: CommandLine): Promise<CommandOutput> {
  const reused = idle.pop() ?? startProcess()
  const { child, ended } = reused
  child.channel?.ref()
  child.send(line)
  const [output] = (await Promise.race([once(child, 'message'), ended])) as [CommandOutput]
  if (output.open.length > 0) {
    child.kill('SIGKILL')
    throw new Error(`silla ${line.args.join(' ')} left open: ${output.open.join(', ')}`)
  }
  child.channel?.unref()
  idle.push(reused)
  return output
}

function startProcess(): ReusedProcess {
  const child = fork(fileURLToPath(new URL('./reused-process.ts', import.meta.url)), {
    execArgv: ['--conditions=@silla/source'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the process of a command ended (${signal ?? code}): ${errors}`)
  })
  ended.catch(() => {})
  // an idle process does not keep this one from ending
  child.unref()
  for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.unref()
  return { child, ended }
}
