import type { Salon, SalonEdit } from '@silla/core'
import { ChangeCommand } from './change-command.ts'

/** A command that edits one part of a salon's schedule. */
export abstract class ScheduleCommand extends ChangeCommand {
  protected async salon(slug: string): Promise<Salon> {
    const { readSalon } = await import('@silla/core/provisioning/read-salon')
    return readSalon(await this.admin(), slug)
  }

  /** Plans an edit of the salon file, shows the plan and carries it out. */
  protected async carryOutEdit(
    slug: string,
    flags: { 'dry-run': boolean; yes: boolean; 'allow-orphaned': boolean },
    edit: SalonEdit,
  ) {
    const { changeSalon, planChange } = await import('@silla/core/provisioning/change-salon')
    const admin = await this.admin()
    const plan = await planChange(admin, slug, edit)
    const options = { action: this.action, allowOrphaned: flags['allow-orphaned'] }
    return this.carryOut(plan, flags, () => changeSalon(admin, slug, edit, options))
  }
}
