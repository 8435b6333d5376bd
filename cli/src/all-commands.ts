import { commands } from './commands.ts'
import { showingSlugArgument } from './flags/slug-argument.ts'

/** All commands, loaded, by id: for help and unknown commands. */
export default Object.fromEntries(
  await Promise.all(
    Object.entries(commands).map(
      async ([id, load]) => [id, showingSlugArgument((await load()).default)] as const,
    ),
  ),
)
