import { moveSalon } from '@silla/core/moves/move-salon'
import { moveOptions } from './move-options.ts'

// A process that moves a salon and is killed when a step is complete (killedAt).

const { slug, step, source, receiver } = JSON.parse(process.argv[2] ?? '{}')
await moveSalon(slug, {
  ...moveOptions(source, receiver),
  onStep: (done) => {
    if (done === step) process.kill(process.pid, 'SIGKILL')
  },
})
