/**
 * Secrets of the deployment that are not in the database. The first one makes codes and tokens; those
 * of all of them are accepted, so that one can replace another.
 */
export type Peppers = readonly [string, ...string[]]
