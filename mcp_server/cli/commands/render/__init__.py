"""`arena render`: pictures, films and figures, as files."""

from mcp_server.cli.commands.render.battle import BattleCommand, battle
from mcp_server.cli.commands.render.hero import HeroCommand, hero
from mcp_server.cli.help_page import command_group

app = command_group()
app.command("hero", cls=HeroCommand)(hero)
app.command("battle", cls=BattleCommand)(battle)
