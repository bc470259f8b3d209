import type { Database } from "better-sqlite3";

/**
 * Gives this device another id in a space. Changes that the carrier already has remain the former device's; the others
 * are published under the new id. A change may be published under both ids, because it is identified by its stamp.
 * @param known the last change that the carrier has of this device, if it lacks later ones that were published
 */
export function renewDevice(database: Database, space: number, id: string, known = Number.MAX_SAFE_INTEGER): void {
  const device = database
    .prepare<[number], { number: number; name: string; published: number }>(
      "SELECT d.number, d.name, s.published FROM spaces s JOIN space_devices d ON d.number = s.device WHERE s.number = ?",
    )
    .get(space);
  if (device === undefined) return;
  const { number: former, name } = device;
  const published = Math.min(device.published, known);
  const { lastInsertRowid: renewed } = database
    .prepare("INSERT INTO space_devices (space, id, name) VALUES (?, ?, ?)")
    .run(space, id, name);
  // They are sent as erased by the new device.
  database.prepare("DELETE FROM erasures WHERE device = ? AND sequence > ?").run(former, published);
  database
    .prepare("UPDATE entries SET device = ?, sequence = sequence - ? WHERE device = ? AND sequence > ?")
    .run(renewed, published, former, published);
  database
    .prepare(
      `UPDATE space_devices SET own = 1, received = ?,
         last_stamp = coalesce((SELECT max(stamp) FROM entries WHERE device = space_devices.number), last_stamp)
       WHERE number = ?`,
    )
    .run(published, former);
  database.prepare("UPDATE spaces SET device = ?, published = 0 WHERE number = ?").run(renewed, space);
}

/**
 * Renews this device in all spaces of a database that was made from a backup: the application has written changes under
 * its sequence numbers since.
 */
export function renewDevices(database: Database, newId: () => string): void {
  const spaces = database.prepare<[], number>("SELECT number FROM spaces").pluck();
  database.transaction(() => {
    for (const space of spaces.all()) renewDevice(database, space, newId());
  })();
}
