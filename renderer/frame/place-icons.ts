import {
  Activity,
  CalendarDays,
  HeartPulse,
  Inbox,
  Library,
  type LucideIcon,
  MessagesSquare,
  Plug,
  Server,
  Settings,
  Share2,
} from "lucide-react";
import type { Place } from "../navigation/route.ts";

export const PLACE_ICONS: Readonly<Record<Place, LucideIcon>> = {
  memories: Library,
  inbox: Inbox,
  conversations: MessagesSquare,
  timeline: CalendarDays,
  health: HeartPulse,
  activity: Activity,
  clients: Plug,
  servers: Server,
  spaces: Share2,
  settings: Settings,
};
