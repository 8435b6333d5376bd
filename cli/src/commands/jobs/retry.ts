import { Args } from '@oclif/core'
import { SillaCommand } from '../../silla-command.ts'

export default class JobsRetry extends SillaCommand {
  static override summary = 'Retry a failed job'
  static override description =
    'The job becomes due immediately and gets as many attempts as a new one. Its id is shown by ' +
    'jobs list. A job that has not failed cannot be retried. Recorded in the audit log of the ' +
    'salon.'
  static override examples = [
    '<%= config.bin %> jobs retry 1042',
    '<%= config.bin %> jobs retry 1042 --json',
  ]
  static override args = {
    id: Args.integer({
      description: 'The id of the job.',
      required: true,
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
  }

  async run() {
    const { args } = await this.parse(JobsRetry)
    const { retryJob } = await import('@silla/core/jobs/manage-jobs')
    const { id, task } = await retryJob(await this.admin(), args.id)
    this.log(`Job ${id} is due now.`)
    return { job: { id, task } }
  }
}
