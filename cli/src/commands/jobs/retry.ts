import { Args } from '@oclif/core'
import { Problem } from '../../problem.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class JobsRetry extends SillaCommand {
  static override summary = 'Let a job that failed begin anew'
  static override description =
    'The job is due at once and may fail as often as a new one. Its id is shown by jobs list.'
  static override examples = ['<%= config.bin %> jobs retry 1042', '<%= config.bin %> jobs retry 1042 --json']
  static override args = { id: Args.integer({ description: 'The id of the job.', required: true, min: 1 }) }

  async run() {
    const { args } = await this.parse(JobsRetry)
    const { retryJob } = await import('@silla/core/jobs/manage-jobs')
    if (!(await retryJob(await this.admin(), args.id))) {
      throw new Problem(`There is no job ${args.id}, or it is running: silla jobs list shows what there is.`)
    }
    this.log(`Job ${args.id} is due now.`)
    return { job: { id: args.id } }
  }
}
