import {
  Activity,
  CalendarDays,
  HeartPulse,
  Inbox,
  Library,
  type LucideIcon,
  Plug,
  Server,
  Settings,
} from "lucide-react";
import type { Place } from "../navigation/route.ts";

export const PLACE_ICONS: Readonly<Record<Place, LucideIcon>> = {
  memories: Library,
  inbox: Inbox,
  timeline: CalendarDays,
  health: HeartPulse,
  activity: Activity,
  clients: Plug,
  servers: Server,
  settings: Settings,
};
